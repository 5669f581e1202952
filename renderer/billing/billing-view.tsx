import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { appRoutes } from '../../shared/contract.ts';
import { describeUnreadable } from '../format/describe-unreadable.ts';
import { tellError } from '../format/tell-error.ts';
import { usePermission } from '../session/use-permission.ts';
import { Drawing } from '../ui/drawing.tsx';
import { Empty } from '../ui/empty.tsx';
import { Failure } from '../ui/failure.tsx';
import { PartialFailure } from '../ui/partial-failure.tsx';
import { useOpener } from '../ui/use-opener.ts';
import { invoicesQuery, overviewQuery } from './billing-cache.ts';
import { BillingSkeleton } from './billing-skeleton.tsx';
import { CostLine } from './cost-line.tsx';
import { axisPx } from './create-day-chart.ts';
import { DayChart } from './day-chart.tsx';
import { InvoicePanel } from './invoice-panel.tsx';
import { Invoices } from './invoices.tsx';
import { Notices } from './notices.tsx';
import { Reconciliation } from './reconciliation.tsx';
import { UsageGauge } from './usage-gauge.tsx';

/** The room of minutes and money: the current cycle above, the invoices of those before it below. */
export function BillingView() {
  const unavailable = usePermission(appRoutes.getBillingOverview, appRoutes.listInvoiceRecords);
  if (unavailable)
    return (
      <Empty drawing={<Drawing name="documents" />} title="Billing is not shown to your role">
        {unavailable}
      </Empty>
    );
  return <Billing />;
}

function Billing() {
  const { invoice: openId } = useSearch({ from: '/billing' });
  const navigate = useNavigate({ from: '/billing' });
  const { remember, giveBack } = useOpener();
  const overview = useQuery(overviewQuery);
  const invoices = useQuery(invoicesQuery);
  const failed = [overview, invoices].find(({ isError }) => isError);
  if (failed)
    return (
      <Failure
        title="Billing could not be read"
        detail={tellError(failed.error)}
        onRetry={() => void Promise.all([overview.refetch(), invoices.refetch()])}
      />
    );
  if (!overview.data || !invoices.data) return <BillingSkeleton />;
  const { usage, projection, days, notices, reconciliation } = overview.data;
  const opened = invoices.data.data.find(({ invoice_id }) => invoice_id === openId);
  const close = () => {
    void navigate({ search: {} });
    giveBack();
  };
  return (
    <div className="relative flex h-full">
      <div className="flex min-w-0 flex-1 flex-col overflow-y-auto">
        <div className="flex shrink-0 flex-col gap-3 px-6 pt-4 pb-3">
          <CostLine overview={overview.data} />
          <Notices notices={notices} />
          {/* The gauge and the bars below it stand on the same axis. */}
          <div style={{ paddingLeft: `${axisPx / 16}rem` }}>
            <UsageGauge usage={usage} projection={projection} />
          </div>
          <DayChart days={days} />
          <Reconciliation reconciliation={reconciliation} usage={usage} />
        </div>
        {invoices.data.unreadable > 0 && (
          <PartialFailure onRetry={() => void invoices.refetch()}>
            {describeUnreadable(invoices.data.unreadable, 'invoice')}
          </PartialFailure>
        )}
        <Invoices
          invoices={invoices.data.data}
          unreadable={invoices.data.unreadable}
          selectedId={openId ?? null}
          onOpen={({ invoice_id }) => {
            remember();
            void navigate({ search: { invoice: invoice_id } });
          }}
        />
      </div>
      {opened && <InvoicePanel key={opened.invoice_id} invoice={opened} onClose={close} />}
    </div>
  );
}
