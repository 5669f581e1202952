import { useQuery } from '@tanstack/react-query';
import { ListFilter } from 'lucide-react';
import { useRef, useState } from 'react';
import { noAssignee, noteStates, reviewStates } from '../../../../shared/calls/call-review-fields.ts';
import { callStatuses } from '../../../../shared/calls/call-status.ts';
import { callModeFilters, outcomeGroupSchema } from '../../../../shared/calls/call-filter.ts';
import { v1Routes } from '../../../../shared/contract/contract.ts';
import { scoreStates } from '../../../../shared/calls/score-answers.ts';
import type { OutcomeGroup } from '../../../../shared/calls/dispositions.ts';
import { capitalize } from '../../../format/capitalize.ts';
import { formatClock } from '../../../format/format-clock.ts';
import { formatCount } from '../../../format/format-number.ts';
import { formatDayTime } from '../../../format/format-day.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { DateInput } from '../../../ui/fields/date-input.tsx';
import { Menu, MenuItem } from '../../../ui/dialogs/menu.tsx';
import { FilterChip, type Filter } from '../../../ui/fields/filter-chip.tsx';
import { FilterRow } from '../../../ui/fields/filter-row.tsx';
import { agentsQuery } from '../../agents/public.ts';
import { assigneesQuery, callFacetsQuery } from '../calls-query.ts';
import { hasFilters, type CallsSearch } from '../calls-search.ts';
import { formatAssignee, notAssigned, noteStateLabels, reviewStateLabels, scoreStateLabels } from '../review-labels.ts';
import { formatAuthor } from '../../../format/format-author.ts';
import { useMissingPermission } from '../../../data/session/missing-permission.ts';
import { describeCallStatus, formatDisposition } from '../call-labels.ts';
import { useIsLinked } from '../../../data/session/session-query.ts';

const statusOptions = callStatuses.map((value) => ({ value, label: describeCallStatus(value).label }));

const modeLabels = {
  simulated: 'Simulated calls',
  practice: 'Practice calls',
  trial: 'Trials of drafts',
  remote: 'Real calls',
  not_practice: 'All except practice and trials',
} as const satisfies Record<(typeof callModeFilters)[number], string>;

const modeOptions = callModeFilters.map((value) => ({ value, label: modeLabels[value] }));

const groupLabels = { successful: 'Successful' } as const satisfies Record<OutcomeGroup, string>;

/** No outcome begins with a space. */
const toGroupValue = (group: OutcomeGroup) => ` ${group}`;

const groupOptions = outcomeGroupSchema.options.map((group) => ({
  value: toGroupValue(group),
  label: groupLabels[group],
}));

type CallFiltersProps = {
  readonly search: CallsSearch;
  /** Merges a change; undefined removes a filter. */
  readonly onChange: (change: Partial<CallsSearch>) => void;
};

/** The filters in one row: those that are used most often, others while they are active, and a menu with all others. */
export function CallFilters({ search, onChange }: CallFiltersProps) {
  /** The filter that was added or changed last: it is shown without a value, too, because it has focus. */
  const [changed, setChanged] = useState<string | null>(null);
  const moreFilters = useMoreFilters({ search, onChange });
  const agents = useQuery(agentsQuery).data ?? [];
  const dispositions = useQuery(callFacetsQuery).data?.dispositions ?? [];
  const chips = useRef<HTMLDivElement>(null);
  const moreButton = useRef<HTMLButtonElement>(null);
  const clear = () => {
    setChanged(null);
    onChange(noFilters);
    chips.current?.querySelector('button')?.focus(); // “Clear” is removed
  };
  const isShown = ({ label, value }: Filter) => value !== null || label === changed;
  const otherFilters = moreFilters.filter((filter) => !isShown(filter));
  return (
    <div ref={chips} role="group" aria-label="Filters" className="flex min-w-0 items-center gap-2">
      {/* Scrolls if there is no space for all active filters. */}
      <FilterRow className="fade-edges gap-1.5 overflow-x-auto">
        <FilterChip
          label="Status"
          value={search.status ?? null}
          options={statusOptions}
          onChange={(value) => onChange({ status: callStatuses.find((status) => status === value) })}
        />
        <FilterChip
          label="Agent"
          value={search.agent ?? null}
          options={agents.map(({ agent_id, name, status }) => ({
            value: agent_id,
            label: name,
            ...(status === 'archived' && { note: 'Archived' }),
          }))}
          onChange={(value) => onChange({ agent: value ?? undefined })}
        />
        <FilterChip
          label="Outcome"
          value={search.outcomes ? toGroupValue(search.outcomes) : (search.outcome ?? null)}
          options={[...groupOptions, ...dispositions.map((value) => ({ value, label: formatDisposition(value) }))]}
          onChange={(value) => {
            const outcomes = outcomeGroupSchema.options.find((group) => toGroupValue(group) === value);
            onChange({ outcomes, outcome: outcomes ? undefined : (value ?? undefined) });
          }}
        />
        <DateFilter search={search} onChange={onChange} />
        {moreFilters.filter(isShown).map((filter) => (
          <FilterChip
            key={filter.label}
            {...filter}
            isInitiallyOpen={filter.value === null}
            onChange={(value) => {
              setChanged(filter.label);
              filter.onChange(value);
            }}
            onRemove={() => {
              setChanged(null);
              filter.onChange(null);
              moreButton.current?.focus();
            }}
          />
        ))}
      </FilterRow>
      <Menu
        trigger={
          <Button ref={moreButton} variant="quiet" size="small" icon={<ListFilter aria-hidden size={13} />}>
            More filters
          </Button>
        }
      >
        {otherFilters.map(({ label }) => (
          <MenuItem key={label} onSelect={() => setChanged(label)}>
            {label}
          </MenuItem>
        ))}
      </Menu>
      {hasFilters(search) && (
        <Button variant="quiet" size="small" onClick={clear}>
          Clear
        </Button>
      )}
    </div>
  );
}

const reviewOptions = reviewStates.map((value) => ({ value, label: reviewStateLabels[value] }));
const scoreOptions = scoreStates.map((value) => ({ value, label: scoreStateLabels[value] }));
const noteOptions = noteStates.map((value) => ({ value, label: noteStateLabels[value] }));

type TalkFilter = {
  readonly label: string;
  readonly name: 'talk' | 'monologue' | 'interruptions' | 'questions';
  /** The minimums that it offers. */
  readonly values: readonly number[];
  readonly format: (minimum: number) => string;
};

/** Filters by how both speakers talked. */
const talkFilters: readonly TalkFilter[] = [
  {
    label: 'Agent’s talk time',
    name: 'talk',
    values: [50, 60, 70, 80],
    format: (percent: number) => `Agent talked ${percent}% or more`,
  },
  {
    label: 'Longest monologue',
    name: 'monologue',
    values: [15, 30, 60, 120],
    format: (seconds: number) => `Monologue of ${formatClock(seconds)} or more`,
  },
  {
    label: 'Interruptions',
    name: 'interruptions',
    values: [1, 3, 5],
    format: (count: number) => `${formatCount(count, 'interruption')} or more`,
  },
  {
    label: 'Recipient’s questions',
    name: 'questions',
    values: [1, 3, 5],
    format: (count: number) => `Recipient asked ${formatCount(count, 'question')} or more`,
  },
];

/** Returns the filters that are used less often. Only roles that can assign calls know the members. */
function useMoreFilters({ search, onChange }: CallFiltersProps): readonly Filter[] {
  const isLinked = useIsLinked();
  const { tags = [], reviewers = [] } = useQuery(callFacetsQuery).data ?? {};
  const canAssign = useMissingPermission(v1Routes.listAssignees) === null;
  const members = useQuery({ ...assigneesQuery, enabled: canAssign }).data ?? [];
  const type: Filter = {
    label: 'Type',
    value: search.mode ?? null,
    options: modeOptions,
    onChange: (value) => onChange({ mode: callModeFilters.find((mode) => mode === value) }),
  };
  const assignee: Filter = {
    label: 'Assignee',
    value: search.assignee ?? null,
    options: [
      { value: noAssignee, label: notAssigned },
      ...members.map((member) => ({ value: member.user_id, label: formatAssignee(member) })),
    ],
    onChange: (value) => onChange({ assignee: value ?? undefined }),
  };
  const score: Filter = {
    label: 'Total score',
    value: search.scored !== undefined || search.scoredBelow !== undefined ? toScoreValue(search) : null,
    options: listScoreRanges(search).map((range) => ({ value: toScoreValue(range), label: describeScores(range) })),
    onChange: (value) => {
      const range = listScoreRanges(search).find((one) => toScoreValue(one) === value);
      onChange({ scored: range?.scored, scoredBelow: range?.scoredBelow });
    },
  };
  return [
    ...(isLinked && type.value === null ? [] : [type]),
    {
      label: 'Review',
      value: search.review ?? null,
      options: reviewOptions,
      onChange: (value) => onChange({ review: reviewStates.find((state) => state === value) }),
    },
    ...(canAssign ? [assignee] : []),
    {
      label: 'Notes',
      value: search.notes ?? null,
      options: noteOptions,
      onChange: (value) => onChange({ notes: noteStates.find((state) => state === value) }),
    },
    {
      label: 'Scorecard',
      value: search.score ?? null,
      options: scoreOptions,
      onChange: (value) => onChange({ score: scoreStates.find((state) => state === value) }),
    },
    score,
    {
      label: 'Scored by',
      value: search.reviewer ?? null,
      options: reviewers.map((reviewer) => ({ value: reviewer.id, label: capitalize(formatAuthor(reviewer)) })),
      onChange: (value) => onChange({ reviewer: value ?? undefined }),
    },
    ...talkFilters.map(({ label, name, values, format }): Filter => {
      const value = search[name];
      const options = value === undefined || values.includes(value) ? values : [...values, value];
      return {
        label,
        value: value === undefined ? null : String(value),
        options: options.map((minimum) => ({ value: String(minimum), label: format(minimum) })),
        onChange: (next) => onChange({ [name]: next === null ? undefined : Number(next) }),
      };
    }),
    {
      label: 'Tag',
      value: search.tag ?? null,
      options: tags.map((tag) => ({ value: tag, label: tag })),
      onChange: (value) => onChange({ tag: value ?? undefined }),
    },
  ];
}

type ScoreRange = Pick<CallsSearch, 'scored' | 'scoredBelow'>;

const scoreRanges: readonly ScoreRange[] = [
  { scored: 90 },
  { scoredBelow: 90 },
  { scoredBelow: 70 },
  { scoredBelow: 50 },
];

const toScoreValue = ({ scored, scoredBelow }: ScoreRange) => `${scored ?? ''}-${scoredBelow ?? ''}`;

/** Lists the ranges that are offered, and another one that the address contains. */
function listScoreRanges({ scored, scoredBelow }: ScoreRange): readonly ScoreRange[] {
  const selected = { scored, scoredBelow };
  const isOffered = scoreRanges.some((range) => toScoreValue(range) === toScoreValue(selected));
  const isSelected = scored !== undefined || scoredBelow !== undefined;
  return isSelected && !isOffered ? [...scoreRanges, selected] : scoreRanges;
}

function describeScores({ scored, scoredBelow }: ScoreRange): string {
  if (scoredBelow === undefined) return `Score of ${scored ?? 0}% or more`;
  return scored === undefined ? `Score below ${scoredBelow}%` : `Score from ${scored}% to below ${scoredBelow}%`;
}

export const noFilters = {
  status: undefined,
  agent: undefined,
  outcome: undefined,
  outcomes: undefined,
  days: undefined,
  from: undefined,
  since: undefined,
  to: undefined,
  mode: undefined,
  tag: undefined,
  review: undefined,
  assignee: undefined,
  score: undefined,
  scored: undefined,
  scoredBelow: undefined,
  reviewer: undefined,
  notes: undefined,
  talk: undefined,
  monologue: undefined,
  interruptions: undefined,
  questions: undefined,
  text: undefined,
} as const satisfies Partial<CallsSearch>;

const datePresets = [
  { value: '1', label: 'Today' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: 'custom', label: 'Custom range' },
] as const;

type DateFilterProps = {
  readonly search: CallsSearch;
  readonly onChange: (change: Partial<CallsSearch>) => void;
};

/** Filters by the day of placement: the last N days, or an inclusive range of days. */
function DateFilter({ search: { days, from, since, to }, onChange }: DateFilterProps) {
  const [isCustomSelected, setCustomSelected] = useState(false);
  const isCustom = from !== undefined || to !== undefined || (isCustomSelected && days === undefined);
  const value = days !== undefined ? String(days) : isCustom ? 'custom' : (since ?? null);
  const options = datePresets.some((preset) => preset.value === value)
    ? datePresets
    : [...datePresets, ...(value === null ? [] : [{ value, label: describeStart(value, days) }])];
  const select = (next: string | null) => {
    if (next !== null && next === since) return;
    setCustomSelected(next === 'custom');
    const isDays = next !== null && next !== 'custom';
    onChange({
      days: isDays ? Number(next) : undefined,
      since: undefined,
      ...(next !== 'custom' && { from: undefined, to: undefined }),
    });
  };
  return (
    <FilterChip label="Placed" value={value} options={options} onChange={select}>
      {value === 'custom' && (
        <>
          <DateInput
            label="From"
            value={from}
            max={to}
            className="h-5.5! w-27"
            onChange={(day) => onChange({ from: day })}
          />
          <span aria-hidden="true" className="mx-0.5">
            –
          </span>
          <DateInput
            label="To"
            value={to}
            min={from}
            className="h-5.5! w-27"
            onChange={(day) => onChange({ to: day })}
          />
        </>
      )}
    </FilterChip>
  );
}

function describeStart(value: string, days: number | undefined): string {
  return days === undefined ? `Since ${formatDayTime(value)}` : `Last ${days} days`;
}
