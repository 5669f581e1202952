import { appRoutes, v1Routes } from '../../../shared/contract/contract.ts';
import type { InvoiceRecord } from '../../../shared/billing/invoices.ts';
import { formatInvoiceFileName } from '../../../shared/billing/invoice-file-name.ts';
import { bridge } from '../../data/bridge.ts';
import { saveBlob } from '../../data/save-file.ts';
import { formatCount } from '../../format/format-number.ts';
import { app, fetchSignedFile, v1 } from '../../data/service-clients.ts';
import { showToast, showErrorToast } from '../../ui/feedback/toasts.ts';
import { fetchInvoicePdfUrl, refetchBilling } from './billing-query.ts';
import { showRequestError } from '../../data/show-request-error.ts';

/** Opens an invoice in the default PDF app, or in a browser tab. */
export async function openInvoicePdf({ invoice_id, number }: InvoiceRecord): Promise<void> {
  const failure = `${number} was not opened`;
  await runWithErrorToast(failure, async () => {
    const url = await fetchInvoicePdfUrl(invoice_id);
    await (await fetchSignedFile(url)).body?.cancel(); // a new tab would show a problem as JSON
    if (await bridge.openPdf(url)) return;
    showErrorToast(failure, 'No app on this computer opens PDFs. Save the PDF and open it on another computer.');
  });
}

export async function saveInvoicePdf({ invoice_id, number }: InvoiceRecord): Promise<void> {
  await runWithErrorToast(`${number} was not saved`, async () => {
    const response = await fetchSignedFile(await fetchInvoicePdfUrl(invoice_id));
    saveBlob(formatInvoiceFileName({ number }), await response.blob());
  });
}

/** Asks the remote for the PDF again. */
export async function downloadInvoicePdf({ invoice_id, number }: InvoiceRecord): Promise<void> {
  const failure = `The PDF of ${number} was not downloaded`;
  await runWithErrorToast(failure, async () => {
    const { pdf_url, error } = await app(appRoutes.downloadInvoicePdf, { params: { invoice_id } });
    await refetchBilling();
    if (pdf_url === null) showErrorToast(failure, error ?? 'Try again later.');
    else showToast(`Downloaded the PDF of ${number}`);
  });
}

export async function markInvoicePaid({ invoice_id, number }: InvoiceRecord): Promise<void> {
  await runWithErrorToast(`${number} was not marked as paid`, async () => {
    await app(appRoutes.markInvoicePaid, { params: { invoice_id } });
    await refetchBilling(); // before the toast, so that the button is gone
    showToast(`Marked ${number} as paid`);
  });
}

export async function voidInvoice({ invoice_id, number }: InvoiceRecord): Promise<void> {
  await runWithErrorToast(`${number} was not voided`, async () => {
    await v1(v1Routes.voidInvoice, { params: { invoice_id } });
    await refetchBilling();
    showToast(`Voided ${number}`);
  });
}

export async function creditInvoice({ invoice_id, number }: InvoiceRecord): Promise<void> {
  await runWithErrorToast(`No credit note was issued for ${number}`, async () => {
    const { credit_note } = await v1(v1Routes.creditInvoice, { params: { invoice_id } });
    await refetchBilling();
    showToast(`Issued ${credit_note} for ${number}`);
  });
}

export async function reverseFutureInvoices(): Promise<void> {
  await runWithErrorToast('The invoices were not voided', async () => {
    const { count } = await app(appRoutes.reverseFutureInvoices, {});
    await refetchBilling();
    showToast(`Reversed ${formatCount(count, 'invoice')}`);
  });
}

export async function confirmEndedCycles(): Promise<void> {
  await runWithErrorToast('The billing periods were not closed', async () => {
    const { count } = await app(appRoutes.confirmEndedCycles, {});
    await refetchBilling();
    showToast(`Closed ${formatCount(count, 'billing period')}`);
  });
}

export async function saveInvoicesCsv(): Promise<void> {
  await runWithErrorToast('Invoices were not exported', async () => {
    saveBlob('invoices.csv', await (await app(appRoutes.exportInvoices, {})).blob());
  });
}

/** The issue dates of the invoices in a bundle: `from` is included, `to` is not. Without them, all invoices. */
export type BundlePeriod = { readonly fileName: string; readonly from?: string; readonly to?: string };

export async function saveInvoiceBundle({ fileName, from, to }: BundlePeriod): Promise<void> {
  await runWithErrorToast('Invoices were not downloaded', async () => {
    const query = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
    saveBlob(`${fileName}.zip`, await (await app(appRoutes.bundleInvoices, { query })).blob());
  });
}

async function runWithErrorToast(failure: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    showRequestError(failure, error);
  }
}
