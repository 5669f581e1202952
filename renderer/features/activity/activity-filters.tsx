import { useQuery } from '@tanstack/react-query';
import { activityResults, type ActivityFilter } from '../../../shared/organization/activity.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { DateField } from '../../ui/fields/date-field.tsx';
import { FilterChip } from '../../ui/fields/filter-chip.tsx';
import { FilterRow } from '../../ui/fields/filter-row.tsx';
import { startOfDay, toLocalDay } from '../../format/local-day.ts';
import { activityFacetsQuery } from './activity-query.ts';
import { formatKeyName, resultBadges } from './activity-columns.tsx';

const resultChoices = activityResults.map((value) => ({ value, label: resultBadges[value].label }));

type ActivityFiltersProps = {
  readonly filter: ActivityFilter;
  readonly onChange: (filter: ActivityFilter) => void;
};

/** Filters by actor, action, result and a range of days, both ends included. */
export function ActivityFilters({ filter, onChange }: ActivityFiltersProps) {
  const { actors = [], operations = [] } = useQuery(activityFacetsQuery).data ?? {};
  const change = (changes: Partial<Record<keyof ActivityFilter, string | null>>) => {
    const next = Object.entries({ ...filter, ...changes }).filter(([, value]) => value !== null && value !== undefined);
    onChange(Object.fromEntries(next));
  };
  return (
    <FilterRow
      role="group"
      aria-label="Filters"
      className="flex-1 basis-150 flex-wrap gap-1.5 min-[1280px]:flex-nowrap min-[1280px]:overflow-x-auto min-[1280px]:fade-edges"
    >
      <FilterChip
        label="Actor"
        value={filter.actor ?? null}
        options={actors.map((one) => ({ value: one.actor_id, label: formatKeyName(one.actor_name, one.actor_hint) }))}
        onChange={(actor) => change({ actor })}
      />
      <FilterChip
        label="Action"
        value={filter.operation ?? null}
        options={operations
          .map(({ operation, summary }) => ({ value: operation, label: summary }))
          .toSorted((a, b) => a.label.localeCompare(b.label))}
        onChange={(operation) => change({ operation })}
      />
      <FilterChip
        label="Result"
        value={filter.result ?? null}
        options={resultChoices}
        onChange={(result) => change({ result })}
      />
      <div className="flex flex-wrap items-center gap-1.5 min-[1280px]:shrink-0">
        <DateField
          label="From"
          value={filter.from && toLocalDay(new Date(filter.from))}
          onChange={(day) => change({ from: day === undefined ? null : startOfDay(day).toISOString() })}
        />
        <DateField
          label="To"
          value={filter.to && toLocalDay(new Date(Date.parse(filter.to) - 1))}
          onChange={(day) => change({ to: day === undefined ? null : startOfDay(day, 1).toISOString() })}
        />
      </div>
      {Object.keys(filter).length > 0 && (
        <Button variant="quiet" size="small" onClick={() => onChange({})}>
          Clear
        </Button>
      )}
    </FilterRow>
  );
}
