import { useQuery } from '@tanstack/react-query';
import { activityResults, type ActivityFilter } from '../../shared/activity.ts';
import { Button } from '../ui/button.tsx';
import { ChoiceChip } from '../ui/choice-chip.tsx';
import { startOfDay, toDay } from '../format/local-day.ts';
import { activityFacetsQuery } from './activity-cache.ts';
import { nameKey, resultLooks } from './activity-columns.tsx';

const results = activityResults.map((value) => ({ value, label: resultLooks[value].word }));

type ActivityFiltersProps = {
  readonly filter: ActivityFilter;
  readonly onChange: (filter: ActivityFilter) => void;
};

/** What the list is narrowed by: who, what, with what result, and the days from and to, both included. */
export function ActivityFilters({ filter, onChange }: ActivityFiltersProps) {
  const { actors = [], operations = [] } = useQuery(activityFacetsQuery).data ?? {};
  const change = (part: Partial<Record<keyof ActivityFilter, string | null>>) => {
    const next = Object.entries({ ...filter, ...part }).filter(([, value]) => value !== null && value !== undefined);
    onChange(Object.fromEntries(next));
  };
  return (
    <div role="group" aria-label="Filters" className="flex min-w-0 flex-wrap items-center gap-1.5">
      <ChoiceChip
        label="Who"
        value={filter.actor ?? null}
        choices={actors.map((one) => ({ value: one.actor_id, label: nameKey(one.actor_name, one.actor_hint) }))}
        onChoose={(actor) => change({ actor })}
      />
      <ChoiceChip
        label="What"
        value={filter.operation ?? null}
        choices={operations
          .map(({ operation, summary }) => ({ value: operation, label: summary }))
          .toSorted((one, other) => one.label.localeCompare(other.label))}
        onChoose={(operation) => change({ operation })}
      />
      <ChoiceChip
        label="Result"
        value={filter.result ?? null}
        choices={results}
        onChoose={(result) => change({ result })}
      />
      <div className="flex items-center gap-1.5">
        <DayField
          label="From"
          value={filter.from && toDay(new Date(filter.from))}
          onChange={(day) => change({ from: day === null ? null : startOfDay(day).toISOString() })}
        />
        <DayField
          label="To"
          value={filter.to && toDay(new Date(Date.parse(filter.to) - 1))}
          onChange={(day) => change({ to: day === null ? null : startOfDay(day, 1).toISOString() })}
        />
      </div>
      {Object.keys(filter).length > 0 && (
        <Button look="quiet" size="small" onClick={() => onChange({})}>
          Clear
        </Button>
      )}
    </div>
  );
}

/** The day after it is the last one whose timestamps have four digits for the year. */
const lastDay = '9999-12-30';

type DayFieldProps = {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (day: string | null) => void;
};

/** Gives a day when a whole one has been entered, and nothing when the field has been emptied. */
function DayField({ label, value, onChange }: DayFieldProps) {
  return (
    <label className="flex items-center gap-1.5 text-small text-muted">
      {label}
      <input
        type="date"
        max={lastDay}
        defaultValue={value}
        key={value ?? 'none'}
        onBlur={(event) => event.target.value !== (value ?? '') && onChange(event.target.value || null)}
        onKeyDown={(event) => event.key === 'Enter' && onChange(event.currentTarget.value || null)}
        className="h-7 rounded-control border border-line bg-surface px-2 text-small text-ink focus-visible:outline-offset-0"
      />
    </label>
  );
}
