import type { Billing } from './billing.ts';
import type { InvoiceEntry } from './invoice-entries.ts';

/** Renders the PDF of a local invoice, or reads the downloaded one of a remote's. Returns null if it is not downloaded. */
export async function readInvoicePdf(
  {
    invoiceRenderer,
    pdfFiles,
  }: Pick<Billing, 'pdfFiles'> & { readonly invoiceRenderer: Pick<Billing['invoiceRenderer'], 'render'> },
  { source, row }: InvoiceEntry,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (source === 'local') return invoiceRenderer.render(row);
  return row.pdf_sha256 === null ? null : pdfFiles.read(row.pdf_sha256);
}
