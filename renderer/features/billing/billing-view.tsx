import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import type { BillingOverview, CycleUsage, UsageNotice } from '../../../shared/billing/billing.ts';
import { appRoutes } from '../../../shared/contract/contract.ts';
import type { InvoiceRecords } from '../../../shared/billing/invoices.ts';
import { describeUnreadable } from '../../format/describe-unreadable.ts';
import { formatError } from '../../format/format-error.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { Illustration } from '../../ui/feedback/illustration.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { ErrorBanner } from '../../ui/feedback/error-banner.tsx';
import { useReturnFocus } from '../../ui/focus/use-return-focus.ts';
import { TableSkeleton } from '../../ui/feedback/skeleton.tsx';
import { formatCount } from '../../format/format-number.ts';
import { RelativeTime } from '../../ui/page/relative-time.tsx';
import { billingOverviewQuery, invoicesQuery } from './billing-query.ts';
import { ClockNotices } from './clock-notices.tsx';
import { CostSummary } from './cost-summary.tsx';
import { DayChart } from './day-chart.tsx';
import { InvoicePanel } from './invoice-panel.tsx';
import { InvoiceList } from './invoice-list.tsx';
import { Reconciliation } from './reconciliation.tsx';
import { MissingUsage } from './remote-note.tsx';
import { UsageGauge } from './usage-gauge.tsx';
import { findCurrentNotices } from './find-current-notices.ts';
import { describeUsageNotice } from './describe-usage-notice.ts';

/** The current billing cycle and the invoices of earlier cycles. */
export function BillingView() {
  const disabledReason = useMissingPermission(appRoutes.getBillingOverview, appRoutes.listInvoiceRecords);
  if (disabledReason)
    return (
      <EmptyState illustration={<Illustration name="documents" />} title="You don’t have access to Billing">
        {disabledReason}
      </EmptyState>
    );
  return <Billing />;
}

function Billing() {
  const { invoice: openId } = useSearch({ from: '/billing' });
  const navigate = useNavigate({ from: '/billing' });
  const { saveFocus, restoreFocus } = useReturnFocus();
  const overview = useQuery(billingOverviewQuery);
  const invoices = useQuery(invoicesQuery);
  const failed = [overview, invoices].find(({ isError }) => isError);
  if (failed)
    return (
      <ErrorState
        title="Billing could not be loaded"
        detail={formatError(failed.error)}
        onRetry={() => void Promise.all([overview.refetch(), invoices.refetch()])}
      />
    );
  if (!overview.data || !invoices.data) return <BillingSkeleton />;
  const { usage, remote, notices } = overview.data;
  const { data: records, unreadable, unusable } = invoices.data;
  const selected = records.find(({ invoice_id }) => invoice_id === openId);
  const close = () => {
    void navigate({ search: {} });
    restoreFocus();
  };
  return (
    <div className="relative flex h-full">
      <div className="flex min-w-0 flex-1 flex-col overflow-y-auto">
        <div className="flex shrink-0 flex-col gap-3 px-6 pt-4 pb-3">
          {usage && <CostSummary overview={{ ...overview.data, usage }} />}
          {!usage && remote && <MissingUsage remote={remote} />}
          <ClockNotices overview={overview.data} />
          <Notices notices={notices} />
          {usage && <CycleCharts overview={overview.data} usage={usage} />}
        </div>
        {unreadable > 0 && (
          <ErrorBanner onRetry={() => void invoices.refetch()}>{describeUnreadable(unreadable, 'invoice')}</ErrorBanner>
        )}
        <UnusableInvoices invoices={unusable} />
        <InvoiceList
          invoices={records}
          leftOut={unreadable + unusable.length}
          remote={remote}
          selectedId={openId ?? null}
          onOpen={({ invoice_id }) => {
            saveFocus();
            void navigate({ search: { invoice: invoice_id } });
          }}
        />
      </div>
      {selected && <InvoicePanel key={selected.invoice_id} invoice={selected} onClose={close} />}
    </div>
  );
}

type CycleChartsProps = { readonly overview: BillingOverview; readonly usage: CycleUsage };

function CycleCharts({ overview, usage }: CycleChartsProps) {
  const { forecast, days, reconciliation, practice, remote } = overview;
  return (
    <>
      <UsageGauge usage={usage} forecast={forecast} />
      <DayChart days={days} remote={remote} />
      {reconciliation && (
        <Reconciliation reconciliation={reconciliation} usage={usage} practice={practice} remote={remote} />
      )}
    </>
  );
}

function BillingSkeleton() {
  return (
    <>
      <div aria-hidden="true" className="fade-in-delayed flex flex-col gap-3 px-6 pt-5">
        <div className="h-4 w-80 rounded-full bg-well" />
        <div className="h-2.5 w-96 rounded-full bg-well" />
        <div className="mt-4 h-3.5 rounded-[3px] bg-well" />
        <div className="mt-7 h-28 border-y border-line/60" />
      </div>
      <TableSkeleton label="Loading billing" rows={4} />
    </>
  );
}

/** All invoices of a remote can be unusable. */
const maxShown = 3;

type UnusableInvoicesProps = { readonly invoices: InvoiceRecords['unusable'] };

/** Shows why the remote's invoices cannot be shown. */
export function UnusableInvoices({ invoices }: UnusableInvoicesProps) {
  if (invoices.length === 0) return null;
  const others = invoices.length - maxShown;
  return (
    <ul aria-label="Invoices that cannot be shown" className="bg-bad-soft px-6 py-1.5 text-small">
      {invoices.slice(0, maxShown).map(({ number, error }) => (
        <li key={number} className="break-words select-text">
          <span className="font-medium">{number}</span>: {error}
        </li>
      ))}
      {others > 0 && <li>{formatCount(others, 'more invoice')} cannot be shown.</li>}
    </ul>
  );
}

/** The usage notices that apply now. A notice disappears when a later one says more. */
export function Notices({ notices }: { readonly notices: readonly UsageNotice[] }) {
  const currentNotices = findCurrentNotices(notices);
  if (currentNotices.length === 0) return null;
  return (
    <ul aria-label="Usage notices" className="flex flex-col gap-1 rounded-control bg-warn-soft px-3 py-2">
      {currentNotices.map(({ notice_id, kind, raised_at }) => (
        <li key={notice_id} className="flex items-center gap-2">
          <TriangleAlert aria-hidden size={14} className="shrink-0 text-warn" />
          <span className="min-w-0 flex-1">{describeUsageNotice(kind)}</span>
          <span className="text-small text-muted">
            <RelativeTime at={raised_at} />
          </span>
        </li>
      ))}
    </ul>
  );
}
