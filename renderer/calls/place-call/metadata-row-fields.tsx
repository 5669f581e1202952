import { Quote, X } from 'lucide-react';
import { useId, type KeyboardEvent } from 'react';
import { limits } from '../../../shared/limits.ts';
import { classNames } from '../../ui/class-names.ts';
import { inputClass } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { formatMetadataValue, type MetadataRow } from './call-draft.ts';

type MetadataRowFieldsProps = {
  readonly row: MetadataRow;
  /** Counts from 1. */
  readonly position: number;
  readonly isInGreeting: boolean;
  readonly error: string | undefined;
  readonly datalistId: string;
  readonly onChange: (change: Partial<MetadataRow>) => void;
  readonly onAdd: () => void;
  readonly onRemove: () => void;
};

/** A name and its value. Enter goes on to a new row; the whole row is removed from either of its fields. */
export function MetadataRowFields(props: MetadataRowFieldsProps) {
  const { row, position, isInGreeting, error, datalistId, onChange, onAdd, onRemove } = props;
  const noteId = useId();
  const note = error ?? (isInGreeting ? 'In the greeting' : null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onAdd();
  };
  const look = classNames(inputClass, 'min-w-0', error && 'border-bad!');
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
            className={classNames(look, isInGreeting && 'pr-7')}
          />
          {isInGreeting && (
            <span title="In the greeting" className="absolute top-2.25 right-2 text-accent">
              <Quote aria-hidden size={13} />
            </span>
          )}
        </span>
        <input
          {...shared}
          aria-label={row.name.trim() === '' ? `Value ${position}` : `Value of ${row.name}`}
          placeholder="Value"
          maxLength={limits.metadataValueLength}
          value={formatMetadataValue(row.value)}
          onChange={(event) => onChange({ value: event.target.value })}
          className={classNames(look, 'flex-1')}
        />
        <IconButton
          label={row.name.trim() === '' ? `Remove row ${position}` : `Remove ${row.name}`}
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
