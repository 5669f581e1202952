import { useQuery } from '@tanstack/react-query';
import type { AgentRequestRecord } from '../../shared/agent-requests.ts';
import type { CycleOverview } from '../../shared/billing.ts';
import { formatNumber } from '../format/format-number.ts';
import { findCallsOfPeriod } from '../insights/find-period.ts';
import { FiguresPlaceholder, HeadlineFigures, type Figure } from '../insights/headline-figures.tsx';
import { useInsightPeriod } from '../insights/insight-period.ts';
import { callInsightsQuery } from '../insights/insights-query.ts';
import { RangeControl } from '../insights/range-control.tsx';
import { SinceLastVisit } from './since-last-visit.tsx';

type OverviewFiguresProps = {
  readonly cycle: CycleOverview | null;
  readonly requests: readonly AgentRequestRecord[] | null;
};

/** The key figures of the selected period, the minutes of the cycle and the open build requests. */
export function OverviewFigures({ cycle, requests }: OverviewFiguresProps) {
  const period = useInsightPeriod();
  const { data: insights } = useQuery(callInsightsQuery(period));
  const others = [...describeMinutes(cycle), ...describeRequests(requests)];
  return (
    <section aria-label="Key figures of a period" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <RangeControl />
        <SinceLastVisit />
      </div>
      {period && insights ? (
        <HeadlineFigures insights={insights} calls={findCallsOfPeriod(period)} others={others} />
      ) : (
        <FiguresPlaceholder count={4 + others.length} />
      )}
    </section>
  );
}

function describeMinutes(cycle: CycleOverview | null): readonly Figure[] {
  if (!cycle?.usage) return [];
  const { minutes_used, minutes_included } = cycle.usage;
  return [
    {
      label: 'Minutes this cycle',
      explanation: `${formatNumber(minutes_used)} of ${formatNumber(minutes_included)} included minutes are used`,
      value: formatNumber(minutes_used),
      change: { text: `of ${formatNumber(minutes_included)}`, direction: null },
      link: { to: '/billing', search: {} },
    },
  ];
}

function describeRequests(requests: readonly AgentRequestRecord[] | null): readonly Figure[] {
  if (!requests) return [];
  return [
    {
      label: 'Open build requests',
      explanation: 'Build requests that are not delivered yet',
      value: formatNumber(requests.length),
      change: null,
      link: { to: '/agents', search: {} },
    },
  ];
}
