import { ChevronDown, Download, FileArchive, Sheet } from 'lucide-react';
import { useState } from 'react';
import type { InvoiceRecord } from '../../shared/billing.ts';
import { appRoutes } from '../../shared/contract.ts';
import { usePermission } from '../session/use-permission.ts';
import { Button } from '../ui/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx';
import { listPeriods } from './bundle-periods.ts';
import { saveBundle, saveCsv } from './invoice-actions.ts';

/** Takes the invoices along: as CSV, or as PDFs in a zip. */
export function ExportMenu({ invoices }: { readonly invoices: readonly InvoiceRecord[] }) {
  const [isBusy, setBusy] = useState(false);
  const csvUnavailable = usePermission(appRoutes.exportInvoices);
  const zipUnavailable = usePermission(appRoutes.bundleInvoices);
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
      <MenuItem icon={<Sheet aria-hidden size={14} />} unavailable={csvUnavailable} onSelect={() => void run(saveCsv)}>
        All invoices as CSV
      </MenuItem>
      <MenuSeparator />
      {listPeriods(invoices).map((period) => (
        <MenuItem
          key={period.label}
          icon={<FileArchive aria-hidden size={14} />}
          unavailable={zipUnavailable}
          onSelect={() => void run(() => saveBundle(period))}
        >
          {period.label} as zip
        </MenuItem>
      ))}
    </Menu>
  );
}
