import {
  engagedSeconds,
  noCalls,
  talkTimeClasses,
  type CallCounts,
  type CallInsights,
} from '../../../shared/insights/insights.ts';
import { type CallsSearch, formatDisposition } from '../calls/public.ts';
import { formatDay } from '../../format/format-day.ts';
import { formatNumber, formatPercent } from '../../format/format-number.ts';
import { locale } from '../../format/locale.ts';
import { startOfDay } from '../../format/local-day.ts';

/** One bar or group of bars: a value for each series of the chart. */
export type ChartItem = {
  /** On the axis. */
  readonly label: string;
  /** In full, for the table and for screen readers. */
  readonly name: string;
  readonly values: readonly number[];
  /** Filters of the calls that it counts, if a list can show them. */
  readonly calls?: CallsSearch;
};

/** `overlaid`: each value is a part of the one before it. `grouped`: the values stand next to each other. */
export type ChartData = {
  readonly title: string;
  /** The kind of items: the heading of their column in the table. */
  readonly category: string;
  readonly series: readonly string[];
  readonly layout: 'overlaid' | 'grouped';
  /** `columns` for categories in an order, such as hours; `rows` for names. */
  readonly shape: 'columns' | 'rows';
  /** What the values are parts of, if their shares are shown: its name, and its number in each series. */
  readonly whole?: { readonly name: string; readonly counts: readonly number[] };
  readonly items: readonly ChartItem[];
};

/** Figures to compare with, and their name: another agent or the period before. */
export type Comparison = { readonly name: string; readonly insights: CallInsights };

export type ChartSource = {
  readonly insights: CallInsights;
  /** The name of the figures, if they are compared. */
  readonly name: string;
  readonly comparison: Comparison | undefined;
  /** The filters of the calls that are counted. */
  readonly calls: CallsSearch;
};

/** Returns the charts of the insights, in the order in which they are shown. */
export function createCharts(source: ChartSource): readonly ChartData[] {
  return [
    createDayChart(source),
    createFunnel(source),
    createOutcomeChart(source),
    createAgentChart(source),
    createHourChart(source),
    createWeekdayChart(source),
    createTalkTimeChart(source),
  ];
}

/** Formats a value of a series, with its share if the chart shows shares: `492 (75%)`, or `492 calls (75%)`. */
export function formatChartValue({ whole }: ChartData, value: number, series: number, unit?: string): string {
  const count = whole?.counts[series] ?? 0;
  const counted = unit === undefined ? formatNumber(value) : `${formatNumber(value)} ${unit}`;
  return count > 0 ? `${counted} (${formatPercent(value / count)})` : counted;
}

type CountedItem = Pick<ChartItem, 'label' | 'name' | 'calls'>;

/** Draws placed and answered calls; if they are compared, placed calls only. `other` are the counts to compare with. */
function countCalls(
  { name, comparison }: ChartSource,
  counts: readonly CallCounts[],
  other: readonly CallCounts[] | undefined,
  describe: (index: number) => CountedItem,
): Pick<ChartData, 'series' | 'layout' | 'items'> {
  if (comparison)
    return {
      series: [name, comparison.name],
      layout: 'grouped',
      items: counts.map(({ placed }, index) => ({ ...describe(index), values: [placed, other?.[index]?.placed ?? 0] })),
    };
  return {
    series: ['Placed', 'Answered'],
    layout: 'overlaid',
    items: counts.map(({ placed, answered }, index) => ({ ...describe(index), values: [placed, answered] })),
  };
}

const shortDay = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });

function createDayChart(source: ChartSource): ChartData {
  const { insights, comparison, calls } = source;
  return {
    title: 'Calls by day',
    category: 'Day',
    shape: 'columns',
    ...countCalls(source, insights.by_day, comparison?.insights.by_day, (index) => {
      const date = insights.by_day[index]?.date ?? '';
      const start = startOfDay(date);
      return {
        label: shortDay.format(Date.parse(`${date}T00:00:00Z`)),
        name: formatDay(start.toISOString()),
        calls: { ...calls, from: date, to: date },
      };
    }),
  };
}

function createHourChart(source: ChartSource): ChartData {
  const { insights, comparison } = source;
  return {
    title: 'Calls by hour of day',
    category: 'Hour',
    shape: 'columns',
    ...countCalls(source, insights.by_hour, comparison?.insights.by_hour, (hour) => {
      const label = `${String(hour).padStart(2, '0')}:00`;
      return { label, name: `${label} to ${String(hour + 1).padStart(2, '0')}:00` };
    }),
  };
}

const shortWeekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
const longWeekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });

function createWeekdayChart(source: ChartSource): ChartData {
  const { insights, comparison } = source;
  return {
    title: 'Calls by weekday',
    category: 'Weekday',
    shape: 'columns',
    ...countCalls(source, insights.by_weekday, comparison?.insights.by_weekday, (weekday) => {
      const day = Date.UTC(2024, 0, 1 + weekday); // a Monday and the days after it
      return { label: shortWeekday.format(day), name: longWeekday.format(day) };
    }),
  };
}

function createTalkTimeChart({ insights, name, comparison }: ChartSource): ChartData {
  const other = comparison?.insights.by_talk_time;
  return {
    title: 'Answered calls by talk time',
    category: 'Talk time',
    shape: 'columns',
    series: comparison ? [name, comparison.name] : ['Answered'],
    layout: 'grouped',
    items: insights.by_talk_time.map(({ from_seconds, calls }, index) => ({
      ...describeTalkTime(from_seconds, talkTimeClasses[index + 1]),
      values: other ? [calls, other[index]?.calls ?? 0] : [calls],
    })),
  };
}

const formatTalkTime = (seconds: number) => (seconds < 60 ? `${seconds} s` : `${seconds / 60} min`);

function describeTalkTime(from: number, to: number | undefined): CountedItem {
  if (to === undefined) return { label: `≥ ${formatTalkTime(from)}`, name: `${formatTalkTime(from)} or more` };
  return from === 0
    ? { label: `< ${formatTalkTime(to)}`, name: `less than ${formatTalkTime(to)}` }
    : { label: formatTalkTime(from), name: `${formatTalkTime(from)} to ${formatTalkTime(to)}` };
}

/** The steps from a placed call to its outcome. Each counts a part of the calls of the step before it. */
function createFunnel({ insights, name, comparison, calls }: ChartSource): ChartData {
  const steps = [
    { label: 'Placed', key: 'placed', calls },
    { label: 'Answered', key: 'answered', calls: { ...calls, status: 'completed' } },
    { label: 'Engaged', name: `Engaged: at least ${engagedSeconds} seconds`, key: 'engaged' },
    { label: 'With outcome', name: 'Engaged, with an outcome', key: 'engaged_with_outcome' },
    { label: 'Successful', name: 'Engaged, with a successful outcome', key: 'engaged_successful' },
  ] as const;
  return {
    title: 'From call to outcome',
    category: 'Step',
    shape: 'rows',
    whole: { name: 'placed calls', counts: [insights.totals.placed, comparison?.insights.totals.placed ?? 0] },
    series: comparison ? [name, comparison.name] : ['Calls'],
    layout: 'grouped',
    items: steps.map(({ key, ...step }) => ({
      name: step.label,
      ...step,
      values: [insights.totals[key], ...(comparison ? [comparison.insights.totals[key]] : [])],
    })),
  };
}

function createOutcomeChart({ insights, name, comparison, calls }: ChartSource): ChartData {
  const [own, other] = [mapOutcomes(insights), mapOutcomes(comparison?.insights)];
  return {
    title: 'Outcomes',
    category: 'Outcome',
    shape: 'rows',
    whole: { name: 'answered calls', counts: [insights.totals.answered, comparison?.insights.totals.answered ?? 0] },
    series: comparison ? [name, comparison.name] : ['Calls'],
    layout: 'grouped',
    items: [...new Map([...own, ...[...other].filter(([key]) => !own.has(key))])].map(([key, { disposition }]) => ({
      label: formatDisposition(disposition),
      name: formatDisposition(disposition),
      values: [own.get(key)?.calls ?? 0, ...(comparison ? [other.get(key)?.calls ?? 0] : [])],
      calls: { ...calls, status: 'completed', outcome: disposition } as const,
    })),
  };
}

/** Their case does not matter: it can differ between two periods. */
function mapOutcomes(insights: CallInsights | undefined): ReadonlyMap<string, CallInsights['by_outcome'][number]> {
  return new Map(insights?.by_outcome.map((outcome) => [outcome.disposition.toLowerCase(), outcome]));
}

function createAgentChart(source: ChartSource): ChartData {
  const { insights, comparison, calls } = source;
  const [own, other] = [mapAgents(insights), mapAgents(comparison?.insights)];
  const agents = [...new Map([...own, ...[...other].filter(([id]) => !own.has(id))]).values()];
  const find = (counts: typeof own) => agents.map(({ agent_id }) => counts.get(agent_id) ?? noCalls);
  return {
    title: 'Agents',
    category: 'Agent',
    shape: 'rows',
    ...countCalls(source, find(own), find(other), (index) => {
      const { agent_id, agent_name = '' } = agents[index] ?? {};
      return { label: agent_name, name: agent_name, ...(agent_id && { calls: { ...calls, agent: agent_id } }) };
    }),
  };
}

function mapAgents(insights: CallInsights | undefined): ReadonlyMap<string, CallInsights['by_agent'][number]> {
  return new Map(insights?.by_agent.map((agent) => [agent.agent_id, agent]));
}
