import { Quote, X } from 'lucide-react';
import { useId, type KeyboardEvent } from 'react';
import { limits } from '../../../shared/limits.ts';
import { classNames } from '../../ui/class-names.ts';
import { inputLook } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { showValue, type MetadataRow } from './draft.ts';

type MetadataRowFieldsProps = {
  readonly row: MetadataRow;
  /** Counts from 1. */
  readonly place: number;
  readonly isInGreeting: boolean;
  readonly fault: string | undefined;
  readonly namesId: string;
  readonly onChange: (change: Partial<MetadataRow>) => void;
  readonly onAdd: () => void;
  readonly onRemove: () => void;
};

/** A name and its value. Enter goes on to a new row; the whole row is removed from either of its fields. */
export function MetadataRowFields(props: MetadataRowFieldsProps) {
  const { row, place, isInGreeting, fault, namesId, onChange, onAdd, onRemove } = props;
  const noteId = useId();
  const note = fault ?? (isInGreeting ? 'In the greeting' : null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onAdd();
  };
  const look = classNames(inputLook, 'min-w-0', fault && 'border-bad!');
  const shared = {
    type: 'text',
    autoComplete: 'off',
    'aria-invalid': fault ? true : undefined,
    'aria-describedby': note ? noteId : undefined,
    onKeyDown,
  } as const;
  return (
    <li data-metadata-row={row.id} className="flex flex-col gap-0.5">
      <div className="flex items-center gap-1.5">
        <span className="relative w-2/5">
          <input
            {...shared}
            aria-label={`Name ${place}`}
            placeholder="Name"
            list={namesId}
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
          aria-label={row.name.trim() === '' ? `Value ${place}` : `Value of ${row.name}`}
          placeholder="Value"
          maxLength={limits.metadataValueLength}
          value={showValue(row.value)}
          onChange={(event) => onChange({ value: event.target.value })}
          className={classNames(look, 'flex-1')}
        />
        <IconButton
          label={row.name.trim() === '' ? `Remove row ${place}` : `Remove ${row.name}`}
          icon={<X aria-hidden size={14} />}
          onClick={onRemove}
        />
      </div>
      {note && (
        <p id={noteId} className={classNames('text-small', fault ? 'text-bad' : 'sr-only')}>
          {note}
        </p>
      )}
    </li>
  );
}
