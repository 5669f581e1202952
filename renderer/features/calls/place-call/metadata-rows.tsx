import { Plus, Quote, X } from 'lucide-react';
import { useEffect, useId, useRef, type KeyboardEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import { limits } from '../../../../shared/contract/limits.ts';
import { toPlainLine } from '../../../../shared/text/plain-text.ts';
import type { CallMetadata } from '../../../../shared/calls/call-metadata.ts';
import type { SavedItem } from '../../../../shared/organization/saved-items.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { classNames } from '../../../ui/page/class-names.ts';
import { inputClass } from '../../../ui/fields/field.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { filterSavedItems, SavedItemsMenu, savedItemsQuery, saveNamedItem } from '../../saved-items/public.ts';
import {
  addMetadataRow,
  applyMetadata,
  formatMetadataValue,
  isBlankRow,
  toMetadata,
  type MetadataRow,
} from './call-draft.ts';
import { selectTemplate, usePlaceCallStore } from './place-call-store.ts';

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

type MetadataTemplatesMenuProps = {
  readonly rows: readonly MetadataRow[];
  readonly onChange: (rows: readonly MetadataRow[]) => void;
};

function MetadataTemplatesMenu({ rows, onChange }: MetadataTemplatesMenuProps) {
  const selectedId = usePlaceCallStore((state) => state.templateId);
  const templates = useQuery({ ...savedItemsQuery, select: filterTemplates }).data ?? [];
  const current = templates.find(({ saved_id }) => saved_id === selectedId) ?? null;
  const metadata = toMetadata(rows);
  return (
    <SavedItemsMenu
      noun="template"
      label="Templates"
      size="small"
      items={templates}
      current={current}
      isModified={current !== null && !isSameMetadata(current.value.metadata, metadata)}
      saveDisabledReason={rows.every(isBlankRow) ? 'Enter metadata to save it as a template.' : null}
      deleteConsequence="The metadata that you entered is kept."
      onApply={(savedId) => {
        const template = templates.find(({ saved_id }) => saved_id === savedId);
        if (!template) return;
        selectTemplate(savedId);
        onChange(applyMetadata(rows, template.value.metadata));
      }}
      onSave={async (name) => {
        const savedId = await saveNamedItem({ kind: 'metadata_template', name, value: { metadata } });
        // The template is selected only if the user has not selected another one meanwhile.
        if (usePlaceCallStore.getState().templateId === selectedId) selectTemplate(savedId);
      }}
    />
  );
}

function filterTemplates(items: readonly SavedItem[]) {
  return filterSavedItems(items, 'metadata_template');
}

function isSameMetadata(one: CallMetadata, other: CallMetadata): boolean {
  return serializeMetadata(one) === serializeMetadata(other);
}

function serializeMetadata(metadata: CallMetadata): string {
  return JSON.stringify(Object.entries(metadata).toSorted());
}
