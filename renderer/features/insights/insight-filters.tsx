import { toLocalDay } from '../../format/local-day.ts';
import { DateField } from '../../ui/fields/date-field.tsx';
import { DateInput } from '../../ui/fields/date-input.tsx';
import { FilterChip, type FilterOption } from '../../ui/fields/filter-chip.tsx';
import { FilterRow } from '../../ui/fields/filter-row.tsx';
import { useNow } from '../../ui/page/use-now.ts';
import { findDays, findPeriodBefore, findPeriodOfDays, type InsightPeriod } from './find-period.ts';
import {
  changeCustomPeriod,
  chosenPeriod,
  previousPeriod,
  type CustomPeriod,
  type InsightsSearch,
} from './insights-search.ts';
import { RangeControl } from './range-control.tsx';

type InsightFiltersProps = {
  readonly search: InsightsSearch;
  readonly custom: CustomPeriod | undefined;
  /** Undefined while the billing cycle is loading. */
  readonly period: InsightPeriod | undefined;
  readonly agentOptions: readonly FilterOption[];
  readonly onChange: (fields: Partial<InsightsSearch>) => void;
};

/** The period of the figures, their agent, and what they are compared with. Shown while the figures load, so that focus stays. */
export function InsightFilters({ search, custom, period, agentOptions, onChange }: InsightFiltersProps) {
  const { agent, compare, start } = search;
  const now = new Date(useNow());
  const today = toLocalDay(now);
  const shown = period ?? findPeriodOfDays(30, now);
  return (
    <FilterRow
      role="group"
      aria-label="Filters"
      className="shrink-0 flex-wrap gap-2 min-[1280px]:flex-nowrap min-[1280px]:overflow-x-auto min-[1280px]:fade-edges"
    >
      <div className="min-[1280px]:shrink-0">
        <RangeControl
          custom={{
            isSelected: custom !== undefined,
            onSelect: (isCustom) => onChange(isCustom ? findDays(shown) : { from: undefined, to: undefined }),
          }}
        />
      </div>
      {custom && (
        <div className="flex shrink-0 items-center gap-1 text-small">
          <DateInput
            label="From"
            value={custom.from}
            max={today}
            isRequired
            className="w-27"
            onChange={(day) => day && onChange(changeCustomPeriod(custom, { from: day }))}
          />
          <span aria-hidden="true">–</span>
          <DateInput
            label="To"
            value={custom.to}
            max={today}
            isRequired
            className="w-27"
            onChange={(day) => day && onChange(changeCustomPeriod(custom, { to: day }))}
          />
        </div>
      )}
      <FilterChip
        label="Agent"
        value={agent ?? null}
        options={agentOptions}
        onChange={(value) => onChange({ agent: value ?? undefined })}
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
          onChange({
            compare: value ?? undefined,
            start: value === chosenPeriod ? findDays(findPeriodBefore(shown)).from : undefined,
          })
        }
      />
      {start !== undefined && (
        <DateField
          label="Starting"
          value={start}
          max={today}
          isRequired
          onChange={(day) => day && onChange({ start: day })}
        />
      )}
    </FilterRow>
  );
}
