import { Plus, Quote, X } from 'lucide-react';
import { useEffect, useId, useRef, type KeyboardEvent } from 'react';
import { limits } from '../../../../shared/contract/limits.ts';
import { toPlainLine } from '../../../../shared/text/plain-text.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { classNames } from '../../../ui/page/class-names.ts';
import { inputClass } from '../../../ui/fields/field.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { addMetadataRow, formatMetadataValue, type MetadataRow } from './call-draft.ts';
import { MetadataTemplatesMenu } from './metadata-templates-menu.tsx';

type MetadataRowsProps = {
  readonly rows: readonly MetadataRow[];
  /** Names used in the greeting. */
  readonly placeholders: readonly string[];
  readonly suggestions: readonly string[];
  readonly errors: Readonly<Record<number, string>>;
  readonly onChange: (rows: readonly MetadataRow[]) => void;
};

/** Names and values about the recipient, which are sent to the agent. */
export function MetadataRows({ rows, placeholders, suggestions, errors, onChange }: MetadataRowsProps) {
  const list = useRef<HTMLUListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const focusNext = useRef<number | 'add-button' | null>(null);
  const namesId = useId();
  // Runs after every render, because the row that receives the focus may be new.
  useEffect(() => {
    const target = focusNext.current;
    focusNext.current = null;
    if (target === 'add-button') addButton.current?.focus();
    else if (target !== null)
      list.current?.querySelector<HTMLElement>(`[data-metadata-row="${target}"] input`)?.focus();
  });
  const isFull = rows.length >= limits.metadataEntries;
  const add = () => {
    if (isFull) return;
    const next = addMetadataRow(rows);
    focusNext.current = next.at(-1)?.id ?? null;
    onChange(next);
  };
  const remove = (index: number) => {
    const next = rows.toSpliced(index, 1);
    focusNext.current = next[Math.min(index, next.length - 1)]?.id ?? 'add-button';
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
          {rows.map((row, index) => (
            <MetadataRowFields
              key={row.id}
              row={row}
              position={index + 1}
              isInGreeting={placeholders.includes(toPlainLine(row.name))}
              error={errors[row.id]}
              datalistId={namesId}
              onChange={(change) => onChange(rows.with(index, { ...row, ...change }))}
              onAdd={add}
              onRemove={() => remove(index)}
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
        ref={addButton}
        variant="quiet"
        size="small"
        icon={<Plus aria-hidden size={13} />}
        disabledReason={isFull ? `Metadata can have at most ${limits.metadataEntries} entries.` : null}
        onClick={add}
        className="-ml-2 self-start"
      >
        Add row
      </Button>
    </fieldset>
  );
}

type MetadataRowFieldsProps = {
  readonly row: MetadataRow;
  /** Starts at 1. */
  readonly position: number;
  readonly isInGreeting: boolean;
  readonly error: string | undefined;
  readonly datalistId: string;
  readonly onChange: (change: Partial<MetadataRow>) => void;
  readonly onAdd: () => void;
  readonly onRemove: () => void;
};

/** The name and value of one row. Enter adds a row. */
function MetadataRowFields(props: MetadataRowFieldsProps) {
  const { row, position, isInGreeting, error, datalistId, onChange, onAdd, onRemove } = props;
  const noteId = useId();
  const note = error ?? (isInGreeting ? 'In the greeting' : null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onAdd();
  };
  const className = classNames(inputClass, 'min-w-0', error && 'border-bad!');
  const shared = {
    type: 'text',
    autoComplete: 'off',
    'aria-invalid': error ? true : undefined,
    'aria-describedby': note ? noteId : undefined,
    onKeyDown,
  } as const;
  return (
    <li data-metadata-row={row.id} className="flex flex-col gap-0.5">
      <div className="flex items-center gap-1.5">
        <span className="relative w-2/5">
          <input
            {...shared}
            aria-label={`Name ${position}`}
            placeholder="Name"
            list={datalistId}
            spellCheck={false}
            maxLength={limits.metadataNameLength}
            value={row.name}
            onChange={(event) => onChange({ name: event.target.value })}
            className={classNames(className, isInGreeting && 'pr-7')}
          />
          {isInGreeting && (
            <span title="In the greeting" className="absolute top-2.25 right-2 text-accent">
              <Quote aria-hidden size={13} />
            </span>
          )}
        </span>
        <input
          {...shared}
          aria-label={toPlainLine(row.name) === '' ? `Value ${position}` : `Value of ${row.name}`}
          placeholder="Value"
          maxLength={limits.metadataValueLength}
          value={formatMetadataValue(row.value)}
          onChange={(event) => onChange({ value: event.target.value })}
          className={classNames(className, 'flex-1')}
        />
        <IconButton
          label={toPlainLine(row.name) === '' ? `Remove row ${position}` : `Remove ${row.name}`}
          icon={<X aria-hidden size={14} />}
          onClick={onRemove}
        />
      </div>
      {note && (
        <p id={noteId} className={classNames('text-small', error ? 'text-bad' : 'sr-only')}>
          {note}
        </p>
      )}
    </li>
  );
}
