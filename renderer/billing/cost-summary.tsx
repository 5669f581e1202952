import type { CycleOverview } from '../../shared/billing.ts';
import { describeForecastBasis, minForecastDays } from '../../shared/usage-forecast.ts';
import { formatRoundedDollars, formatDollars } from '../format/format-money.ts';
import { formatCount, formatNumber } from '../format/format-number.ts';
import { CycleTime } from './cycle-time.tsx';

/** What the cycle costs, in words. */
export function CostSummary({ overview }: { readonly overview: CycleOverview }) {
  const { plan, usage, forecast } = overview;
  const { start, end } = usage.billing_period;
  const overage =
    plan.overage_usd_per_minute > 0 ? `, then ${formatDollars(plan.overage_usd_per_minute)} a minute` : '';
  return (
    <div className="min-w-0">
      <h2 className="text-title">{formatCost(overview)}</h2>
      <p className="text-muted">
        {forecast
          ? `Likely ${formatMinutesRange(forecast.minutes)}, ${describeForecastBasis(forecast.cycle_days, forecast.previous_cycle_days)}.`
          : `Too early in the cycle to say where it ends: that takes ${minForecastDays} whole days.`}
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
export function formatCost({ usage, forecast }: Pick<CycleOverview, 'usage' | 'forecast'>): string {
  const soFar = `${formatDollars(usage.estimated_cost_usd)} so far`;
  return forecast ? `${soFar}, ${formatCostForecast(forecast.cost_usd)}` : soFar;
}

type AmountRange = { readonly low: number; readonly high: number };

function formatCostForecast({ low, high }: AmountRange): string {
  const [from, to] = [formatRoundedDollars(low), formatRoundedDollars(high)];
  return from === to ? `likely ${to}` : `likely ${from} to ${to}`;
}

export function formatMinutesRange({ low, high }: AmountRange): string {
  return low === high ? formatCount(high, 'minute') : `${formatNumber(low)} to ${formatCount(high, 'minute')}`;
}
