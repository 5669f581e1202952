import { Link, type LinkProps } from '@tanstack/react-router';
import { ArrowDown, ArrowUp, Minus } from 'lucide-react';
import { useId } from 'react';
import { dispositions } from '../../../shared/calls/dispositions.ts';
import { dayMs } from '../../../shared/text/duration.ts';
import { noCalls, type CallCounts, type CallInsights } from '../../../shared/insights/insights.ts';
import { findPreviousPeriod } from '../../../shared/insights/previous-period.ts';
import { formatDisposition, type CallsSearch } from '../calls/public.ts';
import { formatClock } from '../../format/format-clock.ts';
import { formatCount, formatNumber, formatPercent } from '../../format/format-number.ts';
import { classNames } from '../../ui/page/class-names.ts';
import { Tooltip } from '../../ui/dialogs/tooltip.tsx';
import type { Comparison } from './chart-data.ts';

export type Figure = {
  readonly label: string;
  /** An explanation of the figure, for a tooltip. */
  readonly explanation: string;
  readonly value: string;
  /** After the value, such as the number that is included. */
  readonly note?: string;
  /** Null if there is nothing to compare with. A neutral change is neither good nor bad. */
  readonly change: { readonly text: string; readonly direction: -1 | 0 | 1; readonly isNeutral?: boolean } | null;
  /** Rows of the tooltip below the explanation. */
  readonly parts?: readonly { readonly name: string; readonly value: string }[];
  readonly link: Pick<LinkProps, 'to' | 'search'>;
};

/** Four figures of calls, and those with others after them. */
const [fewFiguresClass, manyFiguresClass] = [
  'grid grid-cols-2 gap-x-6 gap-y-3 @xl:grid-cols-4',
  'grid grid-cols-2 gap-x-6 gap-y-3 @lg:grid-cols-3 @4xl:grid-cols-6',
];

type HeadlineFiguresProps = {
  readonly insights: CallInsights;
  /** The filters of the calls that are counted. */
  readonly calls: CallsSearch;
  /** Figures to compare with, in place of the period before. */
  readonly comparison?: Comparison;
  /** Figures after the calls' figures. */
  readonly others?: readonly Figure[];
};

/** The figures of a period with their change against the period before, or a comparison. Each leads to the calls behind it. */
export function HeadlineFigures({ insights, calls, comparison, others = [] }: HeadlineFiguresProps) {
  const compared = comparison
    ? { ...describePeriod(comparison.insights), name: <bdi>{comparison.name}</bdi> }
    : { fromMs: findPreviousStart(insights), totals: insights.previous, name: 'the previous period' };
  const current = { ...describePeriod(insights), name: 'this period' };
  const earlier = compared.fromMs > current.fromMs ? current : compared;
  const hasTrend = compared.fromMs === current.fromMs || isAfterFirstCall(earlier.fromMs, insights);
  return (
    <div>
      <ul aria-label="Key figures" className={others.length > 0 ? manyFiguresClass : fewFiguresClass}>
        {[...listFigures({ ...insights, previous: hasTrend ? compared.totals : noCalls }, calls), ...others].map(
          (figure) => (
            <li key={figure.label} className="relative min-w-0 rounded-control hover:bg-hover">
              <FigureLink {...figure} />
            </li>
          ),
        )}
      </ul>
      <p className="mt-2 text-small break-words text-muted">
        {hasTrend && comparison ? (
          <>Compared with {compared.name}</>
        ) : earlier.totals.placed === 0 ? (
          <>No calls in {earlier.name}</>
        ) : hasTrend ? (
          <>Calls are compared with {compared.name}</>
        ) : (
          <>No trend for calls: the first call was placed during {earlier.name}</>
        )}
        {insights.without_date > 0 && <>. {describeCallsWithoutDate(insights.without_date)}</>}
      </p>
    </div>
  );
}

/** `2,443 calls without a date are not counted: the remote has not sent their dates`. They may still be on their way. */
export function describeCallsWithoutDate(count: number): string {
  const [are, dates] = count === 1 ? ['is', 'its date'] : ['are', 'their dates'];
  return `${formatCount(count, 'call')} without a date ${are} not counted: the remote has not sent ${dates}`;
}

const describePeriod = ({ from, totals }: CallInsights) => ({ fromMs: Date.parse(from), totals });

const findPreviousStart = ({ from, to, time_zone }: CallInsights) =>
  findPreviousPeriod({ fromMs: Date.parse(from), toMs: Date.parse(to) }, time_zone).fromMs;

/** Whether calls were already placed on the first day of a period. Otherwise a change would only show when they began. */
const isAfterFirstCall = (fromMs: number, { first_call_at }: CallInsights) =>
  first_call_at !== null && Date.parse(first_call_at) < fromMs + dayMs;

/** Takes up the space of the figures while they load, so that nothing below them moves. */
export function FiguresPlaceholder({ count }: { readonly count: number }) {
  return (
    <div aria-hidden="true">
      <div className={manyFiguresClass}>
        {Array.from({ length: count }, (_, index) => (
          <div key={index}>
            <span className="block text-small">&nbsp;</span>
            <span className="block text-title">&nbsp;</span>
          </div>
        ))}
      </div>
      <p className="mt-2 text-small">&nbsp;</p>
    </div>
  );
}

function FigureLink({ label, explanation, value, note, change, parts = [], link }: Figure) {
  const descriptionId = useId();
  return (
    <>
      <Tooltip
        content={
          <span className="flex min-w-40 flex-col gap-1 py-0.5">
            <span>{explanation}</span>
            {parts.map((part) => (
              <span key={part.name} className="flex justify-between gap-4 text-muted">
                <bdi className="truncate">{part.name}</bdi>
                <span className="shrink-0">{part.value}</span>
              </span>
            ))}
          </span>
        }
      >
        <Link {...link} aria-describedby={descriptionId} className="block rounded-control outline-offset-2">
          <span className="block truncate text-small text-muted">{label}</span>
          <span className="flex flex-wrap items-baseline gap-x-2">
            <span className="text-title font-semibold">{value}</span>
            {note !== undefined && <span className="text-small text-muted">{note}</span>}
            {change && <Change {...change} />}
          </span>
        </Link>
      </Tooltip>
      <span id={descriptionId} hidden>
        {[explanation, ...parts.map((part) => `${part.name}: ${part.value}`)].join('. ')}
      </span>
    </>
  );
}

const directionIcons = { [-1]: ArrowDown, 0: Minus, 1: ArrowUp } as const;
const directionWords = { [-1]: 'down', 0: 'unchanged', 1: 'up' } as const;

function Change({ text, direction, isNeutral = false }: NonNullable<Figure['change']>) {
  const Icon = directionIcons[direction];
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-0.5 text-small',
        isNeutral ? 'text-muted' : direction === 1 ? 'text-good' : direction === -1 ? 'text-bad' : 'text-muted',
      )}
    >
      <Icon aria-hidden size={12} />
      <span className="sr-only">{directionWords[direction]} </span>
      {text}
    </span>
  );
}

const isVoicemail = ({ disposition }: { readonly disposition: string }) =>
  disposition.toLowerCase() === dispositions.voicemail.toLowerCase();

/** Returns the calls, the answer rate, the success rate and the average talk time, with their changes. */
export function listFigures(
  { totals, previous, by_outcome }: Pick<CallInsights, 'totals' | 'previous' | 'by_outcome'>,
  calls: CallsSearch,
): readonly Figure[] {
  const completed: CallsSearch = { ...calls, status: 'completed' };
  const voicemails = by_outcome.find(isVoicemail)?.calls ?? 0;
  return [
    {
      label: 'Calls',
      explanation: 'Calls placed, without practice calls',
      value: formatNumber(totals.placed),
      change: describeRelativeChange(totals.placed, previous.placed),
      link: { to: '/calls', search: calls },
    },
    {
      label: 'Answer rate',
      explanation:
        `${formatNumber(totals.answered)} of ${formatNumber(totals.placed)} calls were answered` +
        (voicemails > 0 ? `, ${formatNumber(voicemails)} of them by voicemail` : ''),
      ...describeShare(totals, previous, ({ answered, placed }) => [answered, placed]),
      link: { to: '/calls', search: completed },
    },
    {
      label: 'Success rate',
      explanation: `${formatNumber(totals.successful)} of ${formatNumber(totals.answered)} answered calls had a successful outcome`,
      ...describeShare(totals, previous, ({ successful, answered }) => [successful, answered]),
      parts: describeOutcomes(totals, by_outcome),
      link: { to: '/calls', search: { ...completed, outcomes: 'successful' } },
    },
    {
      label: 'Average talk time',
      explanation: 'Average talk time of an answered call',
      value: totals.answered === 0 ? '—' : formatClock(averageTalkSeconds(totals)),
      change:
        totals.answered > 0 && previous.answered > 0
          ? describeRelativeChange(averageTalkSeconds(totals), averageTalkSeconds(previous))
          : null,
      link: { to: '/calls', search: { ...completed, order: 'duration' } },
    },
  ];
}

const shownOutcomesMax = 8;

/** Returns the share of each outcome in the answered calls, most frequent first, and the share of all further ones. */
function describeOutcomes(
  { answered }: CallCounts,
  outcomes: CallInsights['by_outcome'],
): NonNullable<Figure['parts']> {
  const others = outcomes.slice(shownOutcomesMax);
  const otherCalls = others.reduce((sum, { calls }) => sum + calls, 0);
  return [
    ...outcomes.slice(0, shownOutcomesMax).map(({ disposition, calls }) => ({
      name: formatDisposition(disposition),
      value: formatPercent(calls / answered),
    })),
    ...(others.length > 0
      ? [{ name: formatCount(others.length, 'other outcome'), value: formatPercent(otherCalls / answered) }]
      : []),
  ];
}

const averageTalkSeconds = ({ talk_seconds, answered }: CallCounts) => talk_seconds / answered;

/** `12%`, relative to the value before. */
export function describeRelativeChange(value: number, before: number): Figure['change'] {
  if (before === 0) return null;
  const change = value / before - 1;
  const text = formatPercent(Math.abs(change));
  return { text, direction: text === formatPercent(0) ? 0 : change > 0 ? 1 : -1 };
}

/** A share in percent, and its change in percentage points: `3 pts`. */
function describeShare(
  totals: CallCounts,
  previous: CallCounts,
  read: (counts: CallCounts) => readonly [part: number, whole: number],
): Pick<Figure, 'value' | 'change'> {
  const [[part, whole], [partBefore, wholeBefore]] = [read(totals), read(previous)];
  if (whole === 0) return { value: '—', change: null };
  const value = formatPercent(part / whole);
  if (wholeBefore === 0) return { value, change: null };
  const points = Math.round((part / whole - partBefore / wholeBefore) * 100);
  const text = `${Math.abs(points)} ${Math.abs(points) === 1 ? 'point' : 'points'}`;
  return { value, change: { text, direction: points === 0 ? 0 : points > 0 ? 1 : -1 } };
}
