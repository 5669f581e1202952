import {
  minForecastDays,
  type CycleForecast,
  type CycleOverview,
  type CycleUsage,
  type MinutesRange,
} from '../../../shared/billing/billing.ts';
import { formatDollars, formatRoundedDollars } from '../../format/format-money.ts';
import { formatCount, formatNumber } from '../../format/format-number.ts';
import { BillingPeriod } from './billing-period.tsx';
import { RemoteNote } from './remote-note.tsx';

type KnownCycle = CycleOverview & { readonly usage: CycleUsage };

export function CostSummary({ overview }: { readonly overview: KnownCycle }) {
  const { plan, usage, forecast, remote } = overview;
  const fullDays = `${minForecastDays} full days${remote ? ' with data' : ''}`;
  return (
    <div className="min-w-0">
      <h2 className="text-title">{formatCost(overview)}</h2>
      <p className="text-muted">{forecast ? describeForecast(forecast) : `Forecast available after ${fullDays}`}</p>
      <p className="text-muted">
        {plan ? describePlan(plan, usage) : `${formatCount(usage.minutes_included, 'minute')} included`}. Current cycle:{' '}
        <BillingPeriod period={usage.billing_period} />
      </p>
      {remote && <RemoteNote remote={remote} period={usage.billing_period} />}
    </div>
  );
}

/** `Current charges $49.00 · Forecast $49–53`. */
export function formatCost({ usage, forecast }: Pick<KnownCycle, 'usage' | 'forecast'>): string {
  const cost = usage.estimated_cost_usd;
  const charges = `Current charges ${cost === null ? 'unknown' : formatDollars(cost)}`;
  return forecast?.cost_usd ? `${charges} · Forecast ${formatDollarRange(forecast.cost_usd)}` : charges;
}

function describePlan(plan: NonNullable<CycleOverview['plan']>, usage: CycleUsage): string {
  const overage =
    plan.overage_usd_per_minute > 0 ? `, then ${formatDollars(plan.overage_usd_per_minute)} per minute` : '';
  const included = formatCount(usage.minutes_included, 'minute');
  return `${plan.name} plan: ${formatDollars(plan.fee_usd)} per cycle, ${included} included${overage}`;
}

function formatDollarRange({ low, high }: MinutesRange): string {
  const [from, to] = [formatRoundedDollars(low), formatRoundedDollars(high)];
  return from === to ? to : `${from}–${to.replace('$', '')}`;
}

/** `412–456 minutes`. */
export function formatMinutesRange({ low, high }: MinutesRange): string {
  return low === high ? formatCount(high, 'minute') : `${formatNumber(low)}–${formatCount(high, 'minute')}`;
}

function describeForecast({ minutes, cycle_days, previous_cycle_days }: NonNullable<CycleForecast>): string {
  const basis = `${formatCount(cycle_days, 'day')} of this cycle${previous_cycle_days > 0 ? ' and the previous cycle' : ''}`;
  return `${formatMinutesRange(minutes)} forecast, based on ${basis}`;
}
