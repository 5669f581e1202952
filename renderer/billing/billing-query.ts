import { queryOptions } from '@tanstack/react-query';
import { appRoutes } from '../../shared/contract.ts';
import { limits } from '../../shared/limits.ts';
import { canUseRoute } from '../../shared/route.ts';
import { describeUsageNotice } from '../../shared/usage-notices.ts';
import { createRefresher } from '../live/create-refresher.ts';
import { invalidate } from '../live/invalidate.ts';
import { queryClient } from '../query-client.ts';
import { app } from '../service-clients.ts';
import { sessionQuery } from '../session/session-query.ts';
import { showWarningToast } from '../ui/toasts.tsx';

const billingKey = ['billing'] as const;

export const billingOverviewQuery = queryOptions({
  queryKey: [...billingKey, 'overview'],
  queryFn: ({ signal }) => app(appRoutes.getBillingOverview, { signal }),
});

export const invoicesQuery = queryOptions({
  queryKey: [...billingKey, 'invoices'],
  queryFn: ({ signal }) => app(appRoutes.listInvoiceRecords, { signal }),
});

/** Until what is shown is how it stands now. */
export function refetchBilling(): Promise<void> {
  return invalidate(billingKey);
}

export const refreshBilling = createRefresher(refetchBilling);

/** An address of an invoice's PDF that opens for half an hour at least. Throws where the invoice is gone. */
export async function fetchInvoicePdfUrl(invoiceId: string): Promise<string> {
  const invoices = await queryClient.fetchQuery({ ...invoicesQuery, staleTime: limits.signedUrlMs / 2 });
  const invoice = invoices.data.find(({ invoice_id }) => invoice_id === invoiceId);
  if (!invoice) throw new Error(`There is no invoice ${invoiceId}.`);
  return invoice.pdf_url;
}

/** Tells a notice as it is raised, to whoever may know it. */
export async function showNoticeToast(noticeId: string): Promise<void> {
  const role = queryClient.getQueryData(sessionQuery.queryKey)?.role;
  if (role === undefined || !canUseRoute(appRoutes.getBillingOverview, role)) return;
  const { notices } = await queryClient.fetchQuery({ ...billingOverviewQuery, staleTime: 0 });
  const notice = notices.find(({ notice_id }) => notice_id === noticeId);
  if (notice) showWarningToast(describeUsageNotice(notice.kind));
}
