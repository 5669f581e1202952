import { appRoutes } from '../../shared/contract.ts';
import type { InvoiceRecord } from '../../shared/billing.ts';
import { bridge } from '../bridge.ts';
import { saveBlob } from '../calls/call/save-file.ts';
import { tellError } from '../format/tell-error.ts';
import { app } from '../service.ts';
import { tell, tellFailure } from '../ui/toasts.tsx';
import { findPdfAddress, readBillingAgain } from './billing-cache.ts';

/** Opens an invoice with what the system, or the browser, reads PDFs with. */
export async function openInvoice({ invoice_id, number }: InvoiceRecord): Promise<void> {
  await attempt(`${number} was not opened`, async () => {
    if (await bridge.openPdf(await findPdfAddress(invoice_id))) return;
    tellFailure(`${number} was not opened`, 'No program on this computer opens PDFs. Save it and open it elsewhere.');
  });
}

export async function saveInvoice({ invoice_id, number }: InvoiceRecord): Promise<void> {
  await attempt(`${number} was not saved`, async () => {
    const answer = await fetch(await findPdfAddress(invoice_id));
    if (!answer.ok) throw new Error(`The invoice answered with ${answer.status}.`);
    saveBlob(`${number}.pdf`, await answer.blob());
  });
}

export async function payInvoice({ invoice_id, number }: InvoiceRecord): Promise<void> {
  await attempt(`${number} was not marked as paid`, async () => {
    await app(appRoutes.payInvoice, { params: { invoice_id } });
    await readBillingAgain(); // nobody pays it again meanwhile
    tell(`${number} is marked as paid`);
  });
}

export async function saveCsv(): Promise<void> {
  await attempt('The invoices were not exported', async () => {
    saveBlob('invoices.csv', await (await app(appRoutes.exportInvoices, {})).blob());
  });
}

/** The stretch of time in which the invoices of a bundle were issued, in UTC; without one, all of them. */
export type BundlePeriod = { readonly name: string; readonly from?: string; readonly to?: string };

export async function saveBundle({ name, from, to }: BundlePeriod): Promise<void> {
  await attempt('The invoices were not bundled', async () => {
    const query = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
    saveBlob(`${name}.zip`, await (await app(appRoutes.bundleInvoices, { query })).blob());
  });
}

async function attempt(failure: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    tellFailure(failure, tellError(error));
  }
}
