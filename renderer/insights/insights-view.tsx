import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { v1Routes } from '../../shared/contract.ts';
import { agentsQuery } from '../agents/agents-query.ts';
import { formatError } from '../format/format-error.ts';
import { toLocalDay } from '../format/local-day.ts';
import { locale } from '../format/locale.ts';
import { useMissingPermission } from '../session/use-missing-permission.ts';
import { useIsLinked } from '../sync/sync-query.ts';
import { DateField } from '../ui/date-field.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { FilterChip } from '../ui/filter-chip.tsx';
import { Illustration } from '../ui/illustration.tsx';
import { TableSkeleton } from '../ui/skeleton.tsx';
import { useNow } from '../ui/use-now.ts';
import { Chart } from './chart.tsx';
import { createCharts, type Comparison } from './chart-data.ts';
import { Contradictions } from './contradictions.tsx';
import { DocumentInsightsSection } from './document-insights.tsx';
import { HeadlineFigures } from './headline-figures.tsx';
import { findCallsOfPeriod, findPeriodBefore, findDays, movePeriod, type InsightPeriod } from './find-period.ts';
import { useInsightPeriod } from './insight-period.ts';
import { changeCustomPeriod, chosenPeriod, previousPeriod, type InsightsSearch } from './insights-search.ts';
import { callInsightsQuery } from './insights-query.ts';
import { KnowledgeGaps } from './knowledge-gaps.tsx';
import { RangeControl } from './range-control.tsx';

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
  const navigate = useNavigate({ from: '/insights' });
  const change = (fields: Partial<InsightsSearch>) =>
    void navigate({ search: { ...search, ...fields }, replace: true });
  const { data: agents = [], isPending: isLoadingAgents } = useQuery(agentsQuery);
  const isLinked = useIsLinked();
  const custom = from !== undefined && to !== undefined ? { from, to } : undefined;
  const period = useInsightPeriod(custom);
  const today = toLocalDay(new Date(useNow()));
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
  if (error)
    return (
      <ErrorState title="Insights could not be loaded" detail={formatError(error)} onRetry={() => void refetch()} />
    );
  if (!period || !insights) return <TableSkeleton label="Loading insights" />;

  const calls = findCallsOfPeriod(period, agent);
  const comparison: Comparison | undefined =
    compare !== undefined && other.data
      ? {
          name: isPrevious ? 'Previous period' : otherPeriod ? formatPeriod(otherPeriod) : getAgentName(compare),
          insights: other.data,
        }
      : undefined;
  // An address can have the ID of an agent that does not exist.
  const unknown = [agent, compare].filter(
    (id) => id !== previousPeriod && id !== chosenPeriod && agents.every(({ agent_id }) => agent_id !== id),
  );
  const agentOptions = [
    ...agents.map(({ agent_id, name }) => ({ value: agent_id, label: name })),
    ...unknown.flatMap((id) => (id === undefined ? [] : [{ value: id, label: getAgentName(id) }])),
  ];

  const charts = createCharts({
    insights,
    name: isPrevious ? 'This period' : otherPeriod ? formatPeriod(period) : getAgentName(agent),
    comparison,
    calls,
  });
  return (
    <div className="@container flex h-full flex-col gap-6 overflow-y-auto px-6 pt-4 pb-8">
      <div role="group" aria-label="Filters" className="flex flex-wrap items-center gap-2">
        <RangeControl
          custom={{
            isSelected: custom !== undefined,
            onSelect: (isCustom) => change(isCustom ? findDays(period) : { from: undefined, to: undefined }),
          }}
        />
        {custom && (
          <>
            <DateField
              label="From"
              value={custom.from}
              max={today}
              onChange={(day) => day && change(changeCustomPeriod(custom, { from: day }))}
            />
            <DateField
              label="To"
              value={custom.to}
              max={today}
              onChange={(day) => day && change(changeCustomPeriod(custom, { to: day }))}
            />
          </>
        )}
        <FilterChip
          label="Agent"
          value={agent ?? null}
          options={agentOptions}
          onChange={(value) => change({ agent: value ?? undefined })}
        />
        <FilterChip
          label="Compare with"
          value={compare ?? null}
          options={[
            { value: previousPeriod, label: 'Previous period' },
            { value: chosenPeriod, label: 'Another period' },
            ...agentOptions.filter(({ value }) => value !== agent),
          ]}
          onChange={(value) =>
            change({
              compare: value ?? undefined,
              start: value === chosenPeriod ? findDays(findPeriodBefore(period)).from : undefined,
            })
          }
        />
        {start !== undefined && (
          <DateField label="Starting" value={start} max={today} onChange={(day) => day && change({ start: day })} />
        )}
      </div>
      <HeadlineFigures insights={insights} calls={calls} {...(comparison && !isPrevious && { comparison })} />
      {isLinked && (
        <p className="text-small text-muted">
          The remote does not report when a call was placed. Calls that were placed elsewhere are counted when they were
          first seen.
        </p>
      )}
      <div className="grid grid-cols-1 gap-x-8 gap-y-6 @3xl:grid-cols-2">
        {charts.map((chart, index) => (
          <div key={chart.title} className={index === 0 ? 'min-w-0 @3xl:col-span-2' : 'min-w-0'}>
            <Chart chart={chart} />
          </div>
        ))}
      </div>
      <KnowledgeGaps period={period} agent={agent} />
      <Contradictions period={period} agent={agent} />
      <DocumentInsightsSection period={period} agent={agent} />
    </div>
  );
}

const dayFormatter = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' });

/** Formats the days of a period: `1 – 30 Oct 2026`. */
function formatPeriod({ from, to }: InsightPeriod): string {
  return dayFormatter.formatRange(new Date(from), Date.parse(to) - 1);
}
