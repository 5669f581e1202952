import { Autocomplete as Base } from '@base-ui/react/autocomplete';
import { CircleAlert, X } from 'lucide-react';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { toPlainLine } from '../../../shared/text/plain-text.ts';
import { Button } from '../buttons/button.tsx';
import { classNames } from '../page/class-names.ts';
import { useFloatingContainer } from '../dialogs/floating-container.ts';

export type Chip = { readonly id: string; readonly label: string; readonly error?: string | undefined };

type ChipsFieldProps = {
  readonly label: string;
  readonly hint: string;
  readonly placeholder: string;
  readonly optional?: boolean;
  readonly chips: readonly Chip[];
  readonly maxChips: number;
  /** The longest text of a chip, in UTF-16 code units. A longer one stays in the input. */
  readonly maxLength: number;
  /** Suggestions shown while typing; Enter adds the first one. Other values are accepted too. */
  readonly suggestions: readonly string[];
  /** Returns a message for a text that matches no suggestion, shown while typing. */
  readonly describeOther: (text: string) => string | null;
  readonly error?: string | null | undefined;
  /** What else the user can do with a chip that has an error. It removes the chip. */
  readonly errorAction: { readonly label: string; readonly run: (id: string) => void };
  /** Called once for all texts that are added together. */
  readonly onAdd: (texts: readonly string[]) => void;
  readonly onRemove: (id: string) => void;
};

/**
 * Edits a list of short texts as chips. Enter, a comma or blur adds a chip; Backspace in the empty input removes the last one. A text
 * that cannot be added stays in the input, with the reason.
 */
export function ChipsField(props: ChipsFieldProps) {
  const { label, hint, placeholder, optional, chips, maxChips, maxLength, suggestions, describeOther } = props;
  const { errorAction, onAdd, onRemove } = props;
  const id = useId();
  const container = useFloatingContainer();
  const input = useRef<HTMLInputElement>(null);
  const highlighted = useRef<string | undefined>(undefined);
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const invalidChips = chips.filter((chip) => chip.error !== undefined);
  const freePlaces = Math.max(0, maxChips - chips.length);
  /** Returns the first of equal texts. Texts that are chips already, in any case, take no place. */
  const listNew = (texts: readonly string[]) => {
    const names = new Set(chips.flatMap((chip) => [chip.id.toLowerCase(), chip.label.toLowerCase()]));
    return texts.filter((one) => {
      const name = one.toLowerCase();
      return !names.has(name) && names.add(name);
    });
  };
  const limitError = describeLimit(listNew(splitTexts(text)), maxLength, freePlaces);
  const error = limitError ?? props.error;
  const note = error ?? (invalidChips.length === 0 ? hint : null);
  const getErrorId = (chip: Chip) => `${id}-${chips.indexOf(chip)}`; // a chip id can contain spaces, an element id cannot
  /** Adds texts. Those that cannot be added stay. */
  const addTexts = (all: readonly string[]) => {
    const texts = listNew(all);
    const added = texts.filter(({ length }) => length <= maxLength).slice(0, freePlaces);
    setOpen(false);
    setText(texts.filter((one) => !added.includes(one)).join(', '));
    if (added.length > 0) onAdd(added);
  };
  const add = (value: string) => addTexts(splitTexts(value));
  const plainText = toPlainLine(text);
  const other = plainText === '' || limitError !== null ? null : describeOther(plainText);
  /** Runs an action that removes the chip with the focused button. */
  const runAndFocus = (run: (id: string) => void, chip: Chip) => {
    run(chip.id);
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    const last = chips.at(-1);
    if (event.key === 'Backspace' && text === '' && last) onRemove(last.id);
    // The list itself handles Enter on a highlighted suggestion.
    if (event.key !== 'Enter' || highlighted.current !== undefined || plainText === '') return;
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
              <ChipItem
                key={chip.id}
                chip={chip}
                errorId={getErrorId(chip)}
                onRemove={() => runAndFocus(onRemove, chip)}
              />
            ))}
          </ul>
        )}
        <Base.Root
          items={suggestions}
          value={text}
          open={isOpen}
          onOpenChange={setOpen}
          openOnInputClick
          autoHighlight
          onItemHighlighted={(item) => (highlighted.current = item)}
          onValueChange={(value, { reason }) => {
            if (reason === 'item-press') return; // a suggestion can contain a comma
            if (value.includes(',') && limitError === null) add(value);
            else setText(value);
          }}
        >
          <Base.Input
            ref={input}
            id={id}
            placeholder={chips.length === 0 ? placeholder : ''}
            spellCheck={false}
            data-not-added={limitError === null ? undefined : true}
            aria-invalid={invalidChips.length > 0 || error ? true : undefined}
            aria-describedby={[`${id}-note`, ...invalidChips.map(getErrorId)].join(' ')}
            onKeyDown={onKeyDown}
            onBlur={() => add(text)}
            className="h-6 min-w-32 flex-1 bg-transparent px-1.5 outline-none placeholder:text-muted"
          />
          {/* Without Base.Popup, which hides the rest of the page from assistive technology but leaves it in the tab order. */}
          {isOpen && (
            <Base.Portal container={container}>
              <Base.Positioner
                positionMethod="fixed"
                sideOffset={8}
                align="start"
                className={classNames('z-50 outline-none', other === null && 'data-empty:hidden')}
              >
                <div className="fade-in max-h-[min(16rem,var(--available-height))] max-w-80 min-w-48 overflow-y-auto rounded-panel bg-raised p-1 shadow-float">
                  <Base.Empty className="break-words text-muted not-empty:px-2 not-empty:py-1.5">{other}</Base.Empty>
                  <Base.List aria-label={label} className="data-empty:hidden">
                    {(item: string) => (
                      <Base.Item
                        key={item}
                        value={item}
                        onClick={() => addTexts([item])}
                        className="flex h-8 items-center rounded-control px-2 outline-none data-highlighted:bg-highlight"
                      >
                        {item}
                      </Base.Item>
                    )}
                  </Base.List>
                </div>
              </Base.Positioner>
            </Base.Portal>
          )}
        </Base.Root>
      </div>
      {invalidChips.map((chip) => (
        <div key={chip.id} className="flex flex-wrap items-center gap-x-2 text-small">
          <p id={getErrorId(chip)} className="min-w-0 break-words text-bad">
            {chip.error}
          </p>
          <Button
            size="small"
            aria-label={`${errorAction.label}: ${chip.label}`}
            onClick={() => runAndFocus(errorAction.run, chip)}
          >
            {errorAction.label}
          </Button>
        </div>
      ))}
      {note && (
        <p id={`${id}-note`} className={classNames('text-small', error ? 'text-bad' : 'text-muted')}>
          {note}
        </p>
      )}
    </div>
  );
}

function splitTexts(value: string): readonly string[] {
  return [...new Set(value.split(',').map(toPlainLine))].filter((text) => text !== '');
}

/** Returns why texts cannot be added, or null if they can. */
function describeLimit(texts: readonly string[], maxLength: number, freePlaces: number): string | null {
  const longest = Math.max(0, ...texts.map(({ length }) => length));
  if (longest > maxLength) return `At most ${maxLength} characters. This has ${longest}.`;
  if (texts.length <= freePlaces) return null;
  return freePlaces === 0 ? 'No more can be added. Remove one first.' : `Only ${freePlaces} more can be added.`;
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
        className="flex size-4.5 shrink-0 items-center justify-center rounded-[3px] text-muted hover:bg-highlight hover:text-ink"
      >
        <X aria-hidden size={12} />
      </button>
    </li>
  );
}
