import { appRoutes } from '../../shared/contract.ts';
import type { CycleOverview } from '../../shared/billing.ts';
import { formatCost } from '../billing/cost-summary.tsx';
import { UsageGauge } from '../billing/usage-gauge.tsx';
import { useMissingPermission } from '../session/use-missing-permission.ts';
import { OverviewSection, SectionNote } from './overview-section.tsx';

const billingLink = { label: 'Usage and invoices', link: { to: '/billing' } } as const;

/** Cost and minutes of the current cycle, with the forecast. */
export function CycleUsage({ cycle }: { readonly cycle: CycleOverview | null }) {
  const disabledReason = useMissingPermission(appRoutes.getBillingOverview);
  return (
    <OverviewSection title="Usage" {...(cycle && { more: billingLink })}>
      {cycle ? (
        <>
          <p className="pb-1 text-muted">
            {cycle.plan.name} plan: {formatCost(cycle)}
          </p>
          <UsageGauge usage={cycle.usage} forecast={cycle.forecast} />
        </>
      ) : (
        <SectionNote>{disabledReason}</SectionNote>
      )}
    </OverviewSection>
  );
}
