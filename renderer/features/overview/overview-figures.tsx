import { useQuery } from '@tanstack/react-query';
import type { CycleOverview } from '../../../shared/billing/billing.ts';
import type { Overview } from '../../../shared/window/overview.ts';
import { formatNumber } from '../../format/format-number.ts';
import {
  findCallsOfPeriod,
  type InsightPeriod,
  describeRelativeChange,
  FiguresPlaceholder,
  HeadlineFigures,
  type Figure,
  useInsightPeriod,
  callInsightsQuery,
  RangeControl,
} from '../insights/public.ts';
import { SinceLastVisit } from './since-last-visit.tsx';

/** The key figures of the selected period, the minutes of the cycle and the open build requests. */
export function OverviewFigures({ overview }: { readonly overview: Overview }) {
  const period = useInsightPeriod();
  const { data: insights } = useQuery(callInsightsQuery(period));
  return (
    <section aria-label="Key figures of a period" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <RangeControl />
        <SinceLastVisit />
      </div>
      {period && insights ? (
        <HeadlineFigures
          insights={insights}
          calls={findCallsOfPeriod(period)}
          others={[...describeMinutes(overview.cycle), ...describeRequests(overview, period)]}
        />
      ) : (
        <FiguresPlaceholder count={4 + describeMinutes(overview.cycle).length + (overview.requests ? 1 : 0)} />
      )}
    </section>
  );
}

function describeMinutes(cycle: CycleOverview | null): readonly Figure[] {
  if (!cycle?.usage) return [];
  const { usage, previous_minutes: before } = cycle;
  const [used, included] = [formatNumber(usage.minutes_used), formatNumber(usage.minutes_included)];
  const previously = before === null ? '' : `. ${formatNumber(before)} were used at this point of the previous cycle`;
  const change = before === null ? null : describeRelativeChange(usage.minutes_used, before);
  return [
    {
      label: 'Minutes this cycle',
      explanation: `${used} of ${included} included minutes are used${previously}`,
      value: used,
      note: `of ${included}`,
      change: change && { ...change, isNeutral: true },
      link: { to: '/billing', search: {} },
    },
  ];
}

function describeRequests(
  { requests, request_changes: changes }: Pick<Overview, 'requests' | 'request_changes'>,
  { from }: InsightPeriod,
): readonly Figure[] {
  if (!requests || !changes) return [];
  const difference = changes.filter(({ at }) => at >= from).reduce((sum, { change }) => sum + change, 0);
  const before = Math.max(0, requests.length - difference);
  return [
    {
      label: 'Open build requests',
      explanation: `Build requests that are not delivered yet. ${formatNumber(before)} were open at the start of the period`,
      value: formatNumber(requests.length),
      change:
        requests.length === before
          ? null
          : {
              text: formatNumber(Math.abs(requests.length - before)),
              direction: requests.length > before ? 1 : -1,
              isNeutral: true,
            },
      link: { to: '/agents', search: { status: 'open' } },
    },
  ];
}
