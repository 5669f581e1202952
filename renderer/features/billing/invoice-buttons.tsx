import { Ban, CloudDownload, Download, ExternalLink, ReceiptText } from 'lucide-react';
import { useState } from 'react';
import type { InvoiceRecord } from '../../../shared/billing/invoices.ts';
import { appRoutes, v1Routes } from '../../../shared/contract/contract.ts';
import { formatDollars } from '../../format/format-money.ts';
import { FileDragHandle } from '../../data/file-drag-handle.tsx';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { ActionButton } from '../../ui/buttons/action-button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import type { RowAction } from '../../ui/tables/row-action.ts';
import { getMissingPdfReason } from './billing-query.ts';
import {
  creditInvoice,
  downloadInvoicePdf,
  markInvoicePaid,
  openInvoicePdf,
  saveInvoicePdf,
  voidInvoice,
} from './invoice-actions.ts';

type Action = 'pay' | 'void' | 'credit';

export type InvoiceActions = {
  readonly openPdf: RowAction;
  readonly savePdf: RowAction;
  /** The action for a remote's invoice without a PDF; empty for other invoices. */
  readonly downloadPdf: readonly RowAction[];
  /** Marks an open invoice as paid, after a confirmation. */
  readonly payment: readonly RowAction[];
  /** Voids or credits the invoice, after a confirmation. */
  readonly reversal: readonly RowAction[];
};

/** Returns the actions of an invoice, and the dialog that asks before it is changed. */
export function useInvoiceActions() {
  const disabledReasons = {
    pay: useMissingPermission(appRoutes.markInvoicePaid),
    void: useMissingPermission(v1Routes.voidInvoice),
    credit: useMissingPermission(v1Routes.creditInvoice),
    download: useMissingPermission(appRoutes.downloadInvoicePdf),
  };
  const [open, setOpen] = useState<{ readonly action: Action; readonly invoice: InvoiceRecord } | null>(null);
  const listActions = (invoice: InvoiceRecord, actions: readonly Action[]): readonly RowAction[] =>
    listChanges(invoice)
      .filter((action) => actions.includes(action))
      .map((action) => ({
        label: labels[action],
        ...(action !== 'pay' && { icon: action === 'void' ? Ban : ReceiptText }),
        disabledReason: disabledReasons[action],
        run: () => setOpen({ action, invoice }),
      }));
  const getActions = (invoice: InvoiceRecord): InvoiceActions => ({
    openPdf: {
      label: 'Open PDF',
      icon: ExternalLink,
      ...getPdfState(invoice),
      run: () => void openInvoicePdf(invoice),
    },
    savePdf: { label: 'Save PDF', icon: Download, ...getPdfState(invoice), run: () => void saveInvoicePdf(invoice) },
    downloadPdf: listDownloads(invoice, disabledReasons.download),
    payment: listActions(invoice, ['pay']),
    reversal: listActions(invoice, ['void', 'credit']),
  });
  const dialog = open && <ConfirmAction {...open} onClose={() => setOpen(null)} />;
  return { getActions, dialog };
}

type InvoiceButtonsProps = { readonly invoice: InvoiceRecord; readonly actions: InvoiceActions };

/** The actions in the footer of an invoice, which fit into one row. */
export function InvoiceButtons({ invoice, actions }: InvoiceButtonsProps) {
  const { openPdf, savePdf, downloadPdf, payment } = actions;
  return (
    <>
      <ActionButton variant="primary" action={openPdf} />
      <ActionButton action={savePdf} />
      {invoice.pdf_url !== null && (
        <FileDragHandle
          item={{ kind: 'invoice', id: invoice.invoice_id }}
          title="Drag the PDF to another application"
        />
      )}
      {[...downloadPdf, ...payment].map((action) => (
        <ActionButton key={action.label} action={action} />
      ))}
    </>
  );
}

const labels = { pay: 'Mark as paid', void: 'Void invoice', credit: 'Issue credit note' } as const;

function getPdfState(invoice: InvoiceRecord): Pick<RowAction, 'disabledReason'> {
  return { disabledReason: invoice.pdf_url === null ? getMissingPdfReason(invoice) : null };
}

function listDownloads(invoice: InvoiceRecord, disabledReason: string | null): readonly RowAction[] {
  if (invoice.pdf_url !== null) return [];
  return [{ label: 'Download PDF', icon: CloudDownload, disabledReason, run: () => void downloadInvoicePdf(invoice) }];
}

function listChanges({ status, amount_due_usd, line_items, is_changeable }: InvoiceRecord): readonly Action[] {
  if (!is_changeable || line_items?.reversed_at !== null) return [];
  if (status === 'open') return ['pay', 'void'];
  return amount_due_usd > 0 ? ['credit'] : ['void'];
}

type ConfirmActionProps = {
  readonly action: Action;
  readonly invoice: InvoiceRecord;
  readonly onClose: () => void;
};

function ConfirmAction({ action, invoice, onClose }: ConfirmActionProps) {
  const { number } = invoice;
  const amount = formatDollars(invoice.amount_due_usd);
  switch (action) {
    case 'pay':
      return (
        <ConfirmDialog
          title={`Mark ${number} as paid`}
          confirmLabel={labels.pay}
          isNonDestructive
          onConfirm={() => markInvoicePaid(invoice)}
          onClose={onClose}
        >
          Confirm that {amount} was received. If this turns out to be wrong, issue a credit note.
        </ConfirmDialog>
      );
    case 'void':
      return (
        <ConfirmDialog
          title={`Void ${number}`}
          confirmLabel={labels.void}
          onConfirm={() => voidInvoice(invoice)}
          onClose={onClose}
        >
          {number} over {amount} stays in the list with its number, and no payment is due. {describeCycle(invoice)}
        </ConfirmDialog>
      );
    case 'credit':
      return (
        <ConfirmDialog
          title={`Issue credit note for ${number}`}
          confirmLabel={labels.credit}
          onConfirm={() => creditInvoice(invoice)}
          onClose={onClose}
        >
          A credit note for {amount} is issued for {number}, which stays in the list. {describeCycle(invoice)}
        </ConfirmDialog>
      );
  }
}

function describeCycle({ line_items }: InvoiceRecord): string {
  return line_items && Date.parse(line_items.billing_period.end) > Date.now()
    ? 'Its billing period has not ended: it is open again, and its minutes are billed when it ends.'
    : 'Its minutes are not billed again. You can’t undo this.';
}
