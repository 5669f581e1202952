import { useState } from 'react';
import { ChoiceChip } from '../../ui/choice-chip.tsx';
import type { CallsSearch } from '../calls-search.ts';

const presets = [
  { value: '1', label: 'Today' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: 'custom', label: 'From … to …' },
] as const;

type WhenFilterProps = {
  readonly search: CallsSearch;
  readonly onChange: (change: Partial<CallsSearch>) => void;
};

/** When calls were placed: the last so many days, or from one day to another, both included. */
export function WhenFilter({ search: { days, from, to }, onChange }: WhenFilterProps) {
  const [isOpen, setOpen] = useState(false);
  const isCustom = from !== undefined || to !== undefined || (isOpen && days === undefined);
  const value = days !== undefined ? String(days) : isCustom ? 'custom' : null;
  const choices = presets.some((preset) => preset.value === value)
    ? presets
    : [...presets, ...(value === null ? [] : [{ value, label: `Last ${value} days` }])];
  const choose = (next: string | null) => {
    setOpen(next === 'custom');
    const isDays = next !== null && next !== 'custom';
    onChange({ days: isDays ? Number(next) : undefined, ...(next !== 'custom' && { from: undefined, to: undefined }) });
  };
  return (
    <>
      <ChoiceChip label="Placed" value={value} choices={choices} onChoose={choose} />
      {value === 'custom' && (
        <>
          <DayField label="From" value={from} max={to} onChange={(day) => onChange({ from: day })} />
          <DayField label="To" value={to} min={from} onChange={(day) => onChange({ to: day })} />
        </>
      )}
    </>
  );
}

type DayFieldProps = {
  readonly label: string;
  readonly value: string | undefined;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly onChange: (day: string | undefined) => void;
};

/** Gives a day when a whole one has been entered, and nothing when the field has been emptied. */
function DayField({ label, value, min, max, onChange }: DayFieldProps) {
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
