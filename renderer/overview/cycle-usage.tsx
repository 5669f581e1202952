import { appRoutes } from '../../shared/contract.ts';
import type { CycleOverview } from '../../shared/billing.ts';
import { tellCost } from '../billing/cost-line.tsx';
import { UsageGauge } from '../billing/usage-gauge.tsx';
import { usePermission } from '../session/use-permission.ts';
import { RoomSection, SectionNote } from './room-section.tsx';

const toBilling = { label: 'Minutes and invoices', place: { to: '/billing' } } as const;

/** The minutes of the current cycle, and where it is likely to end. */
export function CycleUsage({ cycle }: { readonly cycle: CycleOverview | null }) {
  const unavailable = usePermission(appRoutes.getBillingOverview);
  return (
    <RoomSection title="Usage" {...(cycle && { more: toBilling })}>
      {cycle ? (
        <>
          <p className="pb-1 text-muted">
            {cycle.plan.name} plan: {tellCost(cycle)}.
          </p>
          <UsageGauge usage={cycle.usage} projection={cycle.projection} />
        </>
      ) : (
        <SectionNote>{unavailable}</SectionNote>
      )}
    </RoomSection>
  );
}
