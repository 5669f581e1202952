import { Plus } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { limits } from '../../../shared/limits.ts';
import { Button } from '../../ui/button.tsx';
import { addMetadataRow, type MetadataRow } from './call-draft.ts';
import { MetadataRowFields } from './metadata-row-fields.tsx';
import { MetadataTemplatesMenu } from './metadata-templates-menu.tsx';

type MetadataRowsProps = {
  readonly rows: readonly MetadataRow[];
  /** Names that the greeting mentions. */
  readonly placeholders: readonly string[];
  readonly suggestions: readonly string[];
  readonly errors: Readonly<Record<number, string>>;
  readonly onChange: (rows: readonly MetadataRow[]) => void;
};

/** What the agent is told about the recipient, as names and values. */
export function MetadataRows({ rows, placeholders, suggestions, errors, onChange }: MetadataRowsProps) {
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
    const next = addMetadataRow(rows);
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
        <MetadataTemplatesMenu rows={rows} onChange={onChange} />
      </div>
      {rows.length > 0 && (
        <ul ref={list} className="flex flex-col gap-1.5">
          {rows.map((row, place) => (
            <MetadataRowFields
              key={row.id}
              row={row}
              position={place + 1}
              isInGreeting={placeholders.includes(row.name.trim())}
              error={errors[row.id]}
              datalistId={namesId}
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
        variant="quiet"
        size="small"
        icon={<Plus aria-hidden size={13} />}
        disabledReason={isFull ? `Metadata has at most ${limits.metadataEntries} entries.` : null}
        onClick={add}
        className="-ml-2 self-start"
      >
        Add a row
      </Button>
    </fieldset>
  );
}
