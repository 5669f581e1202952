import { appRoutes } from '../../../shared/contract/contract.ts';
import type { CycleOverview } from '../../../shared/billing/billing.ts';
import { formatCost, describeMissingUsage, RemoteNote, UsageGauge } from '../billing/public.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { OverviewSection, SectionNote } from './overview-section.tsx';

const billingLink = { label: 'Usage and invoices', link: { to: '/billing' } } as const;

/** Cost and minutes of the current cycle, with the forecast. */
export function CycleUsage({ cycle }: { readonly cycle: CycleOverview | null }) {
  const disabledReason = useMissingPermission(appRoutes.getBillingOverview);
  return (
    <OverviewSection title="Usage" {...(cycle && { more: billingLink })}>
      {cycle ? <Cycle cycle={cycle} /> : <SectionNote>{disabledReason}</SectionNote>}
    </OverviewSection>
  );
}

function Cycle({ cycle }: { readonly cycle: CycleOverview }) {
  const { plan, usage, forecast, remote } = cycle;
  if (!usage) return <SectionNote>{remote && describeMissingUsage(remote)}</SectionNote>;
  return (
    <>
      <p className="pb-1 text-muted">
        {plan && `${plan.name} plan: `}
        {formatCost({ usage, forecast })}
      </p>
      <UsageGauge usage={usage} forecast={forecast} />
      {remote && <RemoteNote remote={remote} period={usage.billing_period} />}
    </>
  );
}
