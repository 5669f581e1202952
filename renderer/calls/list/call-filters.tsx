import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callStatuses } from '../../../shared/call-status.ts';
import { callModes, type CallMode } from '../../../shared/calls.ts';
import { Button } from '../../ui/button.tsx';
import { FilterChip } from '../../ui/filter-chip.tsx';
import { useIsLinked } from '../../sync/sync-query.ts';
import { agentsQuery } from '../../agents/agents-query.ts';
import { callFacetsQuery } from '../calls-query.ts';
import { hasFilters, type CallsSearch } from '../calls-search.ts';
import { describeCallStatus, formatDisposition } from '../call-labels.ts';

const statusOptions = callStatuses.map((value) => ({ value, label: describeCallStatus(value).label }));

const modeLabels = {
  simulated: 'Simulated calls',
  practice: 'Practice calls',
  remote: 'Real calls',
} as const satisfies Record<CallMode, string>;

const modeOptions = callModes.map((value) => ({ value, label: modeLabels[value] }));

type CallFiltersProps = {
  readonly search: CallsSearch;
  /** Merges a change; undefined removes a filter. */
  readonly onChange: (change: Partial<CallsSearch>) => void;
};

export function CallFilters({ search, onChange }: CallFiltersProps) {
  const isLinked = useIsLinked();
  const agents = useQuery(agentsQuery).data ?? [];
  const dispositions = useQuery(callFacetsQuery).data?.dispositions ?? [];
  return (
    <div role="group" aria-label="Filters" className="flex min-w-0 flex-wrap items-center gap-1.5">
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
        value={search.outcome ?? null}
        options={dispositions.map((value) => ({ value, label: formatDisposition(value) }))}
        onChange={(value) => onChange({ outcome: value ?? undefined })}
      />
      {!isLinked && (
        <FilterChip
          label="Type"
          value={search.mode ?? null}
          options={modeOptions}
          onChange={(value) => onChange({ mode: callModes.find((mode) => mode === value) })}
        />
      )}
      <DateFilter search={search} onChange={onChange} />
      {hasFilters(search) && (
        <Button variant="quiet" size="small" onClick={() => onChange(noFilters)}>
          Clear
        </Button>
      )}
    </div>
  );
}

export const noFilters = {
  status: undefined,
  agent: undefined,
  outcome: undefined,
  days: undefined,
  from: undefined,
  to: undefined,
  mode: undefined,
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
function DateFilter({ search: { days, from, to }, onChange }: DateFilterProps) {
  const [isCustomSelected, setCustomSelected] = useState(false);
  const isCustom = from !== undefined || to !== undefined || (isCustomSelected && days === undefined);
  const value = days !== undefined ? String(days) : isCustom ? 'custom' : null;
  const options = datePresets.some((preset) => preset.value === value)
    ? datePresets
    : [...datePresets, ...(value === null ? [] : [{ value, label: `Last ${value} days` }])];
  const select = (next: string | null) => {
    setCustomSelected(next === 'custom');
    const isDays = next !== null && next !== 'custom';
    onChange({ days: isDays ? Number(next) : undefined, ...(next !== 'custom' && { from: undefined, to: undefined }) });
  };
  return (
    <>
      <FilterChip label="Placed" value={value} options={options} onChange={select} />
      {value === 'custom' && (
        <>
          <DateField label="From" value={from} max={to} onChange={(day) => onChange({ from: day })} />
          <DateField label="To" value={to} min={from} onChange={(day) => onChange({ to: day })} />
        </>
      )}
    </>
  );
}

type DateFieldProps = {
  readonly label: string;
  readonly value: string | undefined;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly onChange: (day: string | undefined) => void;
};

/** Calls `onChange` with a day once it is complete, or with undefined once the field is empty. */
function DateField({ label, value, min, max, onChange }: DateFieldProps) {
  return (
    <input
      type="date"
      aria-label={label}
      title={label}
      defaultValue={value}
      key={value ?? 'none'}
      min={min}
      max={max}
      onBlur={(event) => event.target.value !== (value ?? '') && onChange(event.target.value || undefined)}
      onKeyDown={(event) => event.key === 'Enter' && onChange(event.currentTarget.value || undefined)}
      className="h-7 rounded-control border border-line bg-surface px-2 text-small text-ink focus-visible:outline-offset-0"
    />
  );
}
