import { Autocomplete as Base } from '@base-ui/react/autocomplete';
import { CircleAlert, X } from 'lucide-react';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { classNames } from './class-names.ts';
import { floatingContainer } from './floating-container.ts';

export type Chip = { readonly id: string; readonly label: string; readonly error?: string | undefined };

type ChipsFieldProps = {
  readonly label: string;
  readonly hint: string;
  readonly placeholder: string;
  readonly optional?: boolean;
  readonly chips: readonly Chip[];
  /** Suggestions shown while typing. Other values are accepted too. */
  readonly suggestions: readonly string[];
  readonly error?: string | null | undefined;
  readonly onAdd: (text: string) => void;
  readonly onRemove: (id: string) => void;
};

/** Edits a list of short texts as chips. Enter, a comma or blur adds a chip; Backspace in the empty input removes the last one. */
export function ChipsField(props: ChipsFieldProps) {
  const { label, hint, placeholder, optional, chips, suggestions, error, onAdd, onRemove } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const highlighted = useRef<string | undefined>(undefined);
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const invalidChips = chips.filter((chip) => chip.error !== undefined);
  const getErrorId = (chip: Chip) => `${id}-${chips.indexOf(chip)}`; // a chip id can contain spaces, an element id cannot
  const add = (value: string) => {
    setText('');
    setOpen(false); // the open list hides the rest of the page from assistive technology
    if (value.trim() !== '') onAdd(value.trim());
  };
  const remove = (chip: Chip) => {
    onRemove(chip.id);
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    const last = chips.at(-1);
    if (event.key === 'Backspace' && text === '' && last) onRemove(last.id);
    // The list itself handles Enter on a highlighted suggestion.
    if (event.key !== 'Enter' || highlighted.current !== undefined || text.trim() === '') return;
    event.preventDefault();
    add(text);
  };
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="flex items-baseline justify-between font-medium">
        {label}
        {optional && <span className="text-small font-normal text-muted">Optional</span>}
      </label>
      <div
        className={classNames(
          'flex min-h-8 flex-wrap items-center gap-1 rounded-control border bg-surface px-1 py-0.75 focus-within:outline-2 focus-within:outline-accent',
          invalidChips.length > 0 || error ? 'border-bad' : 'border-edge',
        )}
      >
        {chips.length > 0 && (
          <ul aria-label={label} className="contents">
            {chips.map((chip) => (
              <ChipItem key={chip.id} chip={chip} errorId={getErrorId(chip)} onRemove={() => remove(chip)} />
            ))}
          </ul>
        )}
        <Base.Root
          items={suggestions}
          value={text}
          open={isOpen}
          onOpenChange={setOpen}
          openOnInputClick
          onItemHighlighted={(item) => (highlighted.current = item)}
          onValueChange={(value, { reason }) => {
            if (reason === 'item-press') add(value);
            else if (value.includes(',')) for (const part of value.split(',')) add(part);
            else setText(value);
          }}
        >
          <Base.Input
            ref={input}
            id={id}
            placeholder={chips.length === 0 ? placeholder : ''}
            spellCheck={false}
            aria-invalid={invalidChips.length > 0 || error ? true : undefined}
            aria-label={label} // the open list hides the <label> from assistive technology
            aria-describedby={`${id}-note`}
            onKeyDown={onKeyDown}
            onBlur={() => add(text)}
            className="h-6 min-w-32 flex-1 bg-transparent px-1.5 outline-none placeholder:text-muted"
          />
          <Base.Portal container={floatingContainer}>
            <Base.Positioner sideOffset={8} align="start" className="z-50 outline-none">
              <Base.Popup className="fade-transition max-h-[min(16rem,var(--available-height))] min-w-48 overflow-y-auto rounded-panel bg-raised p-1 shadow-float outline-none empty:hidden data-empty:hidden">
                <Base.List aria-label={label}>
                  {(item: string) => (
                    <Base.Item
                      key={item}
                      value={item}
                      className="flex h-8 items-center rounded-control px-2 outline-none data-highlighted:bg-well"
                    >
                      {item}
                    </Base.Item>
                  )}
                </Base.List>
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.Root>
      </div>
      <div id={`${id}-note`} className="text-small">
        {error && <p className="text-bad">{error}</p>}
        {invalidChips.map((chip) => (
          <p key={chip.id} id={getErrorId(chip)} className="break-words text-bad">
            {chip.error}
          </p>
        ))}
        {!error && invalidChips.length === 0 && <p className="text-muted">{hint}</p>}
      </div>
    </div>
  );
}

type ChipItemProps = { readonly chip: Chip; readonly errorId: string; readonly onRemove: () => void };

function ChipItem({ chip: { label, error }, errorId, onRemove }: ChipItemProps) {
  return (
    <li
      title={error}
      className={classNames(
        'inline-flex h-6 max-w-full items-center gap-1 rounded-[4px] border pr-0.5 pl-1.5 text-small',
        error === undefined ? 'border-line bg-chrome' : 'border-bad bg-bad-soft text-bad',
      )}
    >
      {error !== undefined && <CircleAlert aria-hidden size={13} className="shrink-0" />}
      <span className="truncate">{label}</span>
      {error !== undefined && <span className="sr-only">, invalid</span>}
      <button
        type="button"
        aria-label={`Remove ${label}`}
        aria-describedby={error === undefined ? undefined : errorId}
        onClick={onRemove}
        className="flex size-4.5 shrink-0 items-center justify-center rounded-[3px] text-muted hover:bg-well hover:text-ink"
      >
        <X aria-hidden size={12} />
      </button>
    </li>
  );
}
