import { Plus } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { limits } from '../../../shared/limits.ts';
import { Button } from '../../ui/button.tsx';
import { addRow, type MetadataRow } from './draft.ts';
import { MetadataRowFields } from './metadata-row.tsx';
import { MetadataTemplates } from './metadata-templates.tsx';

type MetadataRowsProps = {
  readonly rows: readonly MetadataRow[];
  /** Names that the greeting mentions. */
  readonly placeholders: readonly string[];
  readonly suggestions: readonly string[];
  readonly faults: Readonly<Record<number, string>>;
  readonly onChange: (rows: readonly MetadataRow[]) => void;
};

/** What the agent is told about the recipient, as names and values. */
export function MetadataRows({ rows, placeholders, suggestions, faults, onChange }: MetadataRowsProps) {
  const list = useRef<HTMLUListElement>(null);
  const adder = useRef<HTMLButtonElement>(null);
  const focusNext = useRef<number | 'adder' | null>(null);
  const namesId = useId();
  // After every change, for the row that takes the focus is there only then.
  useEffect(() => {
    const wanted = focusNext.current;
    focusNext.current = null;
    if (wanted === 'adder') adder.current?.focus();
    else if (wanted !== null)
      list.current?.querySelector<HTMLElement>(`[data-metadata-row="${wanted}"] input`)?.focus();
  });
  const isFull = rows.length >= limits.metadataEntries;
  const add = () => {
    if (isFull) return;
    const next = addRow(rows);
    focusNext.current = next.at(-1)?.id ?? null;
    onChange(next);
  };
  const remove = (place: number) => {
    const next = rows.toSpliced(place, 1);
    focusNext.current = next[Math.min(place, next.length - 1)]?.id ?? 'adder';
    onChange(next);
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <div className="flex items-center justify-between">
        <legend className="contents">
          <span className="font-medium">Metadata</span>
        </legend>
        <MetadataTemplates rows={rows} onChange={onChange} />
      </div>
      {rows.length > 0 && (
        <ul ref={list} className="flex flex-col gap-1.5">
          {rows.map((row, place) => (
            <MetadataRowFields
              key={row.id}
              row={row}
              place={place + 1}
              isInGreeting={placeholders.includes(row.name.trim())}
              fault={faults[row.id]}
              namesId={namesId}
              onChange={(change) => onChange(rows.with(place, { ...row, ...change }))}
              onAdd={add}
              onRemove={() => remove(place)}
            />
          ))}
        </ul>
      )}
      <datalist id={namesId}>
        {suggestions.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
      <Button
        ref={adder}
        look="quiet"
        size="small"
        icon={<Plus aria-hidden size={13} />}
        unavailable={isFull ? `Metadata has at most ${limits.metadataEntries} entries.` : null}
        onClick={add}
        className="-ml-2 self-start"
      >
        Add a row
      </Button>
    </fieldset>
  );
}
