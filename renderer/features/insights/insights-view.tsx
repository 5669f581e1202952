import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { v1Routes } from '../../../shared/contract/contract.ts';
import type { CallInsights } from '../../../shared/insights/insights.ts';
import { agentsQuery } from '../agents/public.ts';
import { LatencyTable } from '../calls/public.ts';
import { formatDayRange } from '../../format/format-day.ts';
import { formatError } from '../../format/format-error.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Illustration } from '../../ui/feedback/illustration.tsx';
import { TableSkeleton } from '../../ui/feedback/skeleton.tsx';
import { Chart } from './chart.tsx';
import { createCharts, type Comparison } from './chart-data.ts';
import { Contradictions } from './contradictions.tsx';
import { DocumentInsightsSection } from './document-insights.tsx';
import { HeadlineFigures } from './headline-figures.tsx';
import { findCallsOfPeriod, findPeriodBefore, movePeriod, type InsightPeriod } from './find-period.ts';
import { useInsightPeriod } from './insight-period.ts';
import { InsightFilters } from './insight-filters.tsx';
import { chosenPeriod, previousPeriod } from './insights-search.ts';
import { callInsightsQuery } from './insights-query.ts';
import { InsightSection, SectionError } from './insight-section.tsx';
import { setInsightsSearch } from './insights-store.ts';
import { KnowledgeGaps } from './knowledge-gaps.tsx';

/** Figures and charts of the calls of a period. */
export function InsightsView() {
  const disabledReason = useMissingPermission(
    v1Routes.getCallInsights,
    v1Routes.getDocumentInsights,
    v1Routes.listKnowledgeGaps,
  );
  if (disabledReason)
    return (
      <EmptyState illustration={<Illustration name="documents" />} title="You don’t have access to Insights">
        {disabledReason}
      </EmptyState>
    );
  return <Insights />;
}

function Insights() {
  const search = useSearch({ from: '/insights' });
  const { agent, compare, start, from, to } = search;
  useEffect(() => setInsightsSearch(search), [search]);
  const navigate = useNavigate({ from: '/insights' });
  const { data: agents = [], isPending: isLoadingAgents } = useQuery(agentsQuery);
  const custom = from !== undefined && to !== undefined ? { from, to } : undefined;
  const period = useInsightPeriod(custom);
  const { data: insights, error, refetch } = useQuery(callInsightsQuery(period, agent));
  const isPrevious = compare === previousPeriod;
  const otherPeriod = period && (isPrevious ? findPeriodBefore(period) : start && movePeriod(period, start));
  const other = useQuery({
    ...callInsightsQuery(otherPeriod || period, otherPeriod ? agent : compare),
    enabled: period !== undefined && compare !== undefined,
  });
  const getAgentName = (id: string | undefined) =>
    agents.find(({ agent_id }) => agent_id === id)?.name ??
    (id === undefined ? 'All agents' : isLoadingAgents ? 'Agent' : 'Unknown agent');
  // An address can have the ID of an agent that does not exist.
  const unknown = [agent, compare].filter(
    (id) => id !== previousPeriod && id !== chosenPeriod && agents.every(({ agent_id }) => agent_id !== id),
  );
  const comparison: Comparison | undefined =
    compare !== undefined && other.data && !other.isPlaceholderData
      ? {
          name: isPrevious ? 'Previous period' : otherPeriod ? formatPeriod(otherPeriod) : getAgentName(compare),
          insights: other.data,
        }
      : undefined;
  return (
    <div className="@container flex h-full flex-col gap-6 overflow-y-auto px-6 pt-4 pb-8">
      <InsightFilters
        search={search}
        custom={custom}
        period={period}
        agentOptions={[
          ...agents.map(({ agent_id, name }) => ({ value: agent_id, label: name })),
          ...unknown.flatMap((id) => (id === undefined ? [] : [{ value: id, label: getAgentName(id) }])),
        ]}
        onChange={(fields) => void navigate({ search: { ...search, ...fields }, replace: true })}
      />
      {compare !== undefined && other.error && (
        <SectionError message="The comparison could not be loaded." error={other.error} onRetry={other.refetch} />
      )}
      {error ? (
        <ErrorState title="Insights could not be loaded" detail={formatError(error)} onRetry={() => void refetch()} />
      ) : period && insights ? (
        <Figures
          period={period}
          agent={agent}
          insights={insights}
          name={isPrevious ? 'This period' : otherPeriod ? formatPeriod(period) : getAgentName(agent)}
          comparison={comparison}
          isPrevious={isPrevious}
        />
      ) : (
        <TableSkeleton label="Loading insights" />
      )}
    </div>
  );
}

type FiguresProps = {
  readonly period: InsightPeriod;
  readonly agent: string | undefined;
  readonly insights: CallInsights;
  /** The name of the figures in a comparison. */
  readonly name: string;
  readonly comparison: Comparison | undefined;
  /** Whether the comparison is with the period before, as the key figures always are. */
  readonly isPrevious: boolean;
};

function Figures({ period, agent, insights, name, comparison, isPrevious }: FiguresProps) {
  const calls = findCallsOfPeriod(period, agent);
  return (
    <>
      <HeadlineFigures insights={insights} calls={calls} {...(comparison && !isPrevious && { comparison })} />
      <div className="grid grid-cols-1 gap-x-8 gap-y-6 @3xl:grid-cols-2">
        {createCharts({ insights, name, comparison, calls }).map((chart, index) => (
          <div key={chart.title} className={index === 0 ? 'min-w-0 @3xl:col-span-2' : 'min-w-0'}>
            <Chart chart={chart} />
          </div>
        ))}
      </div>
      <InsightSection
        title="Response times"
        linkedNotice="The remote does not report how long its agents take to answer."
      >
        <LatencyTable
          summaries={[
            { name, latency: insights.latency },
            ...(comparison ? [{ name: comparison.name, latency: comparison.insights.latency }] : []),
          ]}
          emptyText="No response times were measured in this period."
        />
      </InsightSection>
      <KnowledgeGaps period={period} agent={agent} />
      <Contradictions period={period} agent={agent} />
      <DocumentInsightsSection period={period} agent={agent} />
    </>
  );
}

/** Returns a name that is short enough for the legends of charts: `1 – 30 Oct`. */
const formatPeriod = ({ from, to }: InsightPeriod) => formatDayRange(from, new Date(Date.parse(to) - 1).toISOString());
