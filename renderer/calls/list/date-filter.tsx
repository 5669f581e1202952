import { useState } from 'react';
import { FilterChip } from '../../ui/filter-chip.tsx';
import type { CallsSearch } from '../calls-search.ts';

const datePresets = [
  { value: '1', label: 'Today' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: 'custom', label: 'From … to …' },
] as const;

type DateFilterProps = {
  readonly search: CallsSearch;
  readonly onChange: (change: Partial<CallsSearch>) => void;
};

/** When calls were placed: the last so many days, or from one day to another, both included. */
export function DateFilter({ search: { days, from, to }, onChange }: DateFilterProps) {
  const [isOpen, setOpen] = useState(false);
  const isCustom = from !== undefined || to !== undefined || (isOpen && days === undefined);
  const value = days !== undefined ? String(days) : isCustom ? 'custom' : null;
  const choices = datePresets.some((preset) => preset.value === value)
    ? datePresets
    : [...datePresets, ...(value === null ? [] : [{ value, label: `Last ${value} days` }])];
  const choose = (next: string | null) => {
    setOpen(next === 'custom');
    const isDays = next !== null && next !== 'custom';
    onChange({ days: isDays ? Number(next) : undefined, ...(next !== 'custom' && { from: undefined, to: undefined }) });
  };
  return (
    <>
      <FilterChip label="Placed" value={value} options={choices} onChange={choose} />
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

/** Gives a day when a whole one has been entered, and nothing when the field has been emptied. */
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
