import { useId, type ReactNode } from 'react';
import type { CycleForecast, Usage } from '../../shared/billing.ts';
import { formatCount, formatNumber } from '../format/format-number.ts';
import { formatMinutesRange } from './cost-summary.tsx';

type UsageGaugeProps = { readonly usage: Usage; readonly forecast: CycleForecast };

/** Where the bar ends when all is within what is included: a little beyond, so that its end can be seen. */
const headroomFactor = 1.06;

/** The minutes of the cycle: used, beyond what is included, and likely to come as hatching. */
export function UsageGauge({ usage, forecast }: UsageGaugeProps) {
  const hatchId = useId();
  const { minutes_used: used, minutes_included: included, overage_minutes: overage } = usage;
  const likely = forecast?.minutes.high ?? used;
  const whole = Math.max(included, used, likely, 1) * headroomFactor;
  const at = (minutes: number) => `${(minutes / whole) * 100}%`;
  const words = [
    `${formatCount(used, 'minute')} used of ${formatNumber(included)} included`,
    ...(overage > 0 ? [`${formatNumber(overage)} beyond`] : []),
    ...(forecast ? [`likely ${formatMinutesRange(forecast.minutes)} at the end`] : []),
  ].join(', ');
  return (
    <div>
      <div
        role="meter"
        aria-label="Minutes of this cycle"
        aria-valuemin={0}
        aria-valuemax={Math.max(included, used)}
        aria-valuenow={used}
        aria-valuetext={words}
      >
        <svg aria-hidden width="100%" height="22" className="block overflow-visible">
          <defs>
            <pattern id={hatchId} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect width="2.5" height="6" className="fill-accent" />
            </pattern>
          </defs>
          <rect width="100%" height="14" y="4" rx="3" className="fill-well" />
          {/* Up to the least that is likely, and fainter to the most. */}
          <rect width={at(likely)} height="14" y="4" rx="3" fill={`url(#${hatchId})`} opacity="0.4" />
          {forecast && (
            <rect width={at(forecast.minutes.low)} height="14" y="4" fill={`url(#${hatchId})`} opacity="0.6" />
          )}
          <rect width={at(Math.min(used, included))} height="14" y="4" rx="3" className="fill-accent" />
          {overage > 0 && <rect x={at(included)} width={at(overage)} height="14" y="4" className="fill-bad-solid" />}
          {included > 0 && <rect x={at(included)} width="2" height="22" className="fill-ink" />}
        </svg>
      </div>
      <ul aria-label="Key" className="mt-1.5 flex flex-wrap gap-x-5 gap-y-1 text-small text-muted">
        <LegendItem mark={<rect width="10" height="10" rx="2" className="fill-accent" />}>
          {formatNumber(used - overage)} used
        </LegendItem>
        {overage > 0 && (
          <LegendItem mark={<rect width="10" height="10" className="fill-bad-solid" />}>
            {formatNumber(overage)} beyond
          </LegendItem>
        )}
        <LegendItem mark={<rect x="4" width="2" height="10" className="fill-ink" />}>
          {formatNumber(included)} included
        </LegendItem>
        {forecast && (
          <LegendItem mark={<rect width="10" height="10" rx="2" fill={`url(#${hatchId})`} opacity="0.7" />}>
            likely {formatMinutesRange(forecast.minutes)}
          </LegendItem>
        )}
      </ul>
    </div>
  );
}

function LegendItem({ mark: swatch, children }: { readonly mark: ReactNode; readonly children: ReactNode }) {
  return (
    <li className="flex items-center gap-1.5">
      <svg aria-hidden width="10" height="10">
        {swatch}
      </svg>
      {children}
    </li>
  );
}
