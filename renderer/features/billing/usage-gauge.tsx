import { useId, type ReactNode } from 'react';
import type { CycleForecast, CycleUsage } from '../../../shared/billing/billing.ts';
import { formatCount, formatNumber } from '../../format/format-number.ts';
import { formatMinutesRange } from './cost-summary.tsx';

type UsageGaugeProps = { readonly usage: CycleUsage; readonly forecast: CycleForecast };

/** Scales the gauge a little beyond the largest value, so that the mark for the included minutes stays visible. */
const headroomFactor = 1.06;

/** The minutes of the cycle: used, overage, and the forecast as hatching. */
export function UsageGauge({ usage, forecast }: UsageGaugeProps) {
  const hatchId = useId();
  const { minutes_used: used, minutes_included: included, overage_minutes: overage } = usage;
  const forecastHigh = forecast?.minutes.high ?? used;
  const maxMinutes = Math.max(included, used, forecastHigh, 1) * headroomFactor;
  const toPercent = (minutes: number) => `${(minutes / maxMinutes) * 100}%`;
  const valueText = [
    `${formatCount(used, 'minute')} used of ${formatNumber(included)} included`,
    ...(overage > 0 ? [`${formatNumber(overage)} overage`] : []),
    ...(forecast ? [`forecast ${formatMinutesRange(forecast.minutes)}`] : []),
  ].join(', ');
  return (
    <div>
      <div
        role="meter"
        aria-label="Minutes used this cycle"
        aria-valuemin={0}
        aria-valuemax={Math.max(included, used)}
        aria-valuenow={used}
        aria-valuetext={valueText}
      >
        <svg aria-hidden width="100%" height="22" className="block overflow-visible">
          <defs>
            <pattern id={hatchId} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect width="2.5" height="6" className="fill-accent" />
            </pattern>
          </defs>
          <rect width="100%" height="14" y="4" rx="3" className="fill-well" />
          {/* The hatching is stronger up to the low end of the forecast and lighter up to the high end. */}
          <rect width={toPercent(forecastHigh)} height="14" y="4" rx="3" fill={`url(#${hatchId})`} opacity="0.4" />
          {forecast && (
            <rect width={toPercent(forecast.minutes.low)} height="14" y="4" fill={`url(#${hatchId})`} opacity="0.6" />
          )}
          <rect width={toPercent(Math.min(used, included))} height="14" y="4" rx="3" className="fill-accent" />
          {overage > 0 && (
            <rect x={toPercent(included)} width={toPercent(overage)} height="14" y="4" className="fill-bad-solid" />
          )}
          {included > 0 && <rect x={toPercent(included)} width="2" height="22" className="fill-ink" />}
        </svg>
      </div>
      <ul aria-label="Legend" className="mt-1.5 flex flex-wrap gap-x-5 gap-y-1 text-small text-muted">
        <LegendItem swatch={<rect width="10" height="10" rx="2" className="fill-accent" />}>
          {formatNumber(used - overage)} used
        </LegendItem>
        {overage > 0 && (
          <LegendItem swatch={<rect width="10" height="10" className="fill-bad-solid" />}>
            {formatNumber(overage)} overage
          </LegendItem>
        )}
        <LegendItem swatch={<rect x="4" width="2" height="10" className="fill-ink" />}>
          {formatNumber(included)} included
        </LegendItem>
        {forecast && (
          <LegendItem swatch={<rect width="10" height="10" rx="2" fill={`url(#${hatchId})`} opacity="0.7" />}>
            Forecast {formatMinutesRange(forecast.minutes)}
          </LegendItem>
        )}
      </ul>
    </div>
  );
}

function LegendItem({ swatch, children }: { readonly swatch: ReactNode; readonly children: ReactNode }) {
  return (
    <li className="flex items-center gap-1.5">
      <svg aria-hidden width="10" height="10">
        {swatch}
      </svg>
      {children}
    </li>
  );
}
