import type { CycleOverview } from '../../shared/billing.ts';
import { describeBasis, projectionDaysMin } from '../../shared/usage-projection.ts';
import { formatAboutDollars, formatDollars } from '../format/format-money.ts';
import { formatCount, formatNumber } from '../format/format-number.ts';
import { CycleTime } from './cycle-time.tsx';

/** What the cycle costs, in words. */
export function CostLine({ overview }: { readonly overview: CycleOverview }) {
  const { plan, usage, projection } = overview;
  const { start, end } = usage.billing_period;
  const overage =
    plan.overage_usd_per_minute > 0 ? `, then ${formatDollars(plan.overage_usd_per_minute)} a minute` : '';
  return (
    <div className="min-w-0">
      <h2 className="text-title">{tellCost(overview)}</h2>
      <p className="text-muted">
        {projection
          ? `Likely ${tellRange(projection.minutes)}, ${describeBasis(projection.days, projection.days_before)}.`
          : `Too early in the cycle to say where it ends: that takes ${projectionDaysMin} whole days.`}
      </p>
      <p className="text-muted">
        {plan.name} plan: {formatDollars(plan.fee_usd)} a cycle, {formatCount(usage.minutes_included, 'minute')}{' '}
        included
        {overage}. This cycle runs from <CycleTime at={start} /> until <CycleTime at={end} />.
      </p>
    </div>
  );
}

/** `$412.60 so far, likely $540 to $610`. */
export function tellCost({ usage, projection }: Pick<CycleOverview, 'usage' | 'projection'>): string {
  const soFar = `${formatDollars(usage.estimated_cost_usd)} so far`;
  return projection ? `${soFar}, ${tellLikely(projection.cost_usd)}` : soFar;
}

type Range = { readonly low: number; readonly high: number };

function tellLikely({ low, high }: Range): string {
  const [from, to] = [formatAboutDollars(low), formatAboutDollars(high)];
  return from === to ? `likely ${to}` : `likely ${from} to ${to}`;
}

export function tellRange({ low, high }: Range): string {
  return low === high ? formatCount(high, 'minute') : `${formatNumber(low)} to ${formatCount(high, 'minute')}`;
}
