import type { UsageNoticeKind } from '../../../shared/billing/billing.ts';
import type { InvoiceRecord } from '../../../shared/billing/invoices.ts';
import { queryOptions } from '@tanstack/react-query';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { limits } from '../../../shared/contract/limits.ts';
import { canUseRoute } from '../../../shared/contract/route.ts';
import { describeUsageNotice } from './describe-usage-notice.ts';
import { createRefresher } from '../../data/create-refresher.ts';
import { invalidate } from '../../data/invalidate.ts';
import { queryClient } from '../../data/query-client.ts';
import { app } from '../../data/service-clients.ts';
import { sessionQuery } from '../../data/session/session-query.ts';
import { showWarningToast } from '../../ui/feedback/toasts.ts';

const billingKey = ['billing'] as const;

export const billingOverviewQuery = queryOptions({
  queryKey: [...billingKey, 'overview'],
  queryFn: ({ signal }) => app(appRoutes.getBillingOverview, { signal }),
});

export const invoicesQuery = queryOptions({
  queryKey: [...billingKey, 'invoices'],
  queryFn: ({ signal }) => app(appRoutes.listInvoiceRecords, { signal }),
});

/** Resolves when the views show fresh data. */
export function refetchBilling(): Promise<void> {
  return invalidate(billingKey);
}

export const refreshBilling = createRefresher(refetchBilling);

/** Why the PDF of a remote's invoice cannot be opened. */
export function getMissingPdfReason({ error }: Pick<InvoiceRecord, 'error'>): string {
  return error ?? 'The PDF has not been downloaded from the remote yet.';
}

/** Returns a PDF URL that is valid for at least half an hour. Throws if the invoice no longer exists. */
export async function fetchInvoicePdfUrl(invoiceId: string): Promise<string> {
  const invoices = await queryClient.fetchQuery({ ...invoicesQuery, staleTime: limits.signedUrlMs / 2 });
  const invoice = invoices.data.find(({ invoice_id }) => invoice_id === invoiceId);
  if (!invoice) throw new Error(`Invoice ${invoiceId} was not found.`);
  if (invoice.pdf_url === null) throw new Error(getMissingPdfReason(invoice));
  return invoice.pdf_url;
}

/** Shows a new usage notice, unless the role of the window has no access to billing. */
export async function showNoticeToast(noticeId: string): Promise<void> {
  const notice = await findUsageNotice(noticeId);
  if (notice) showWarningToast(describeUsageNotice(notice.kind));
}

/** Returns undefined if the role of the window has no access to billing. */
export async function findUsageNotice(noticeId: string): Promise<{ readonly kind: UsageNoticeKind } | undefined> {
  const role = queryClient.getQueryData(sessionQuery.queryKey)?.role;
  if (role === undefined || !canUseRoute(appRoutes.getBillingOverview, role)) return undefined;
  const { notices } = await queryClient.fetchQuery({ ...billingOverviewQuery, staleTime: 0 });
  return notices.find(({ notice_id }) => notice_id === noticeId);
}
