import { appRoutes } from '../../shared/contract.ts';
import type { InvoiceRecord } from '../../shared/billing.ts';
import { bridge } from '../bridge.ts';
import { saveBlob } from '../save-file.ts';
import { formatError } from '../format/format-error.ts';
import { app } from '../service-clients.ts';
import { showToast, showErrorToast } from '../ui/toasts.tsx';
import { fetchInvoicePdfUrl, refetchBilling } from './billing-query.ts';

/** Opens an invoice with what the system, or the browser, reads PDFs with. */
export async function openInvoicePdf({ invoice_id, number }: InvoiceRecord): Promise<void> {
  await runWithErrorToast(`${number} was not opened`, async () => {
    if (await bridge.openPdf(await fetchInvoicePdfUrl(invoice_id))) return;
    showErrorToast(
      `${number} was not opened`,
      'No program on this computer opens PDFs. Save it and open it elsewhere.',
    );
  });
}

export async function saveInvoicePdf({ invoice_id, number }: InvoiceRecord): Promise<void> {
  await runWithErrorToast(`${number} was not saved`, async () => {
    const answer = await fetch(await fetchInvoicePdfUrl(invoice_id));
    if (!answer.ok) throw new Error(`The invoice answered with ${answer.status}.`);
    saveBlob(`${number}.pdf`, await answer.blob());
  });
}

export async function markInvoicePaid({ invoice_id, number }: InvoiceRecord): Promise<void> {
  await runWithErrorToast(`${number} was not marked as paid`, async () => {
    await app(appRoutes.markInvoicePaid, { params: { invoice_id } });
    await refetchBilling(); // nobody pays it again meanwhile
    showToast(`${number} is marked as paid`);
  });
}

export async function saveInvoicesCsv(): Promise<void> {
  await runWithErrorToast('The invoices were not exported', async () => {
    saveBlob('invoices.csv', await (await app(appRoutes.exportInvoices, {})).blob());
  });
}

/** The stretch of time in which the invoices of a bundle were issued, in UTC; without one, all of them. */
export type BundlePeriod = { readonly fileName: string; readonly from?: string; readonly to?: string };

export async function saveInvoiceBundle({ fileName, from, to }: BundlePeriod): Promise<void> {
  await runWithErrorToast('The invoices were not bundled', async () => {
    const query = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
    saveBlob(`${fileName}.zip`, await (await app(appRoutes.bundleInvoices, { query })).blob());
  });
}

async function runWithErrorToast(failure: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    showErrorToast(failure, formatError(error));
  }
}
