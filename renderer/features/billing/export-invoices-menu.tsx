import { ChevronDown, Download, FileArchive, Sheet } from 'lucide-react';
import { useState } from 'react';
import type { InvoiceRecord } from '../../../shared/billing/invoices.ts';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/dialogs/menu.tsx';
import { listBundlePeriods } from './bundle-periods.ts';
import { saveInvoiceBundle, saveInvoicesCsv } from './invoice-actions.ts';

/** Downloads invoices as CSV or as PDFs in a ZIP file. */
export function ExportInvoicesMenu({ invoices }: { readonly invoices: readonly InvoiceRecord[] }) {
  const [isBusy, setBusy] = useState(false);
  const csvDisabledReason = useMissingPermission(appRoutes.exportInvoices);
  const zipDisabledReason = useMissingPermission(appRoutes.bundleInvoices);
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    await work();
    setBusy(false);
  };
  return (
    <Menu
      align="end"
      trigger={
        <Button icon={<Download aria-hidden size={14} />} aria-busy={isBusy} aria-disabled={isBusy}>
          {isBusy ? 'Exporting…' : 'Export'}
          <ChevronDown aria-hidden size={13} />
        </Button>
      }
    >
      <MenuItem
        icon={<Sheet aria-hidden size={14} />}
        disabledReason={csvDisabledReason}
        onSelect={() => void run(saveInvoicesCsv)}
      >
        Download all invoices (CSV)
      </MenuItem>
      <MenuSeparator />
      {listBundlePeriods(invoices).map((period) => (
        <MenuItem
          key={period.label}
          icon={<FileArchive aria-hidden size={14} />}
          disabledReason={zipDisabledReason}
          onSelect={() => void run(() => saveInvoiceBundle(period))}
        >
          Download {period.label} (ZIP)
        </MenuItem>
      ))}
    </Menu>
  );
}
