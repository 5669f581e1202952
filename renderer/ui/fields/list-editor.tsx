import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Button } from '../buttons/button.tsx';
import { IconButton } from '../buttons/icon-button.tsx';
import { isEventInside } from '../focus/is-event-inside.ts';

type ListEditorProps<Item> = {
  readonly label: string;
  /** The singular noun of the items, such as `question`. */
  readonly noun: string;
  readonly items: readonly Item[];
  readonly maxItems: number;
  readonly createItem: () => Item;
  readonly renderItem: (item: Item, index: number, change: (item: Item) => void) => ReactNode;
  readonly onChange: (items: readonly Item[]) => void;
  /** Called after an item was deleted, with a function that inserts it again. */
  readonly onDelete: (undo: () => void) => void;
};

/** What receives the focus after a change: a control of an item by its position, or the button that adds one. */
type FocusRequest = { readonly row: number; readonly control: number } | 'add';

const controlSelector = 'input, textarea, button, [role="combobox"]';

/** Edits an ordered list. Alt with an arrow moves the item that has the focus, and Alt+Delete deletes it. */
export function ListEditor<Item>(props: ListEditorProps<Item>) {
  const { label, noun, items, maxItems, createItem, renderItem, onChange, onDelete } = props;
  const list = useRef<HTMLOListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const latest = useRef(items);
  useLayoutEffect(() => void (latest.current = items));
  const focusRequest = useRef<FocusRequest | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const keys = useItemKeys(items.length);

  // Elements that move lose the focus.
  useLayoutEffect(() => {
    const request = focusRequest.current;
    if (request === null) return;
    focusRequest.current = null;
    if (request === 'add') return addButton.current?.focus();
    const row = list.current?.children[request.row];
    row?.querySelectorAll<HTMLElement>(controlSelector)[request.control]?.focus();
  });

  const add = () => {
    focusRequest.current = { row: items.length, control: 0 };
    onChange([...items, createItem()]);
  };
  const move = (from: number, to: number) => {
    if (to < 0 || to >= items.length) return;
    const controls = list.current?.children[from]?.querySelectorAll(controlSelector) ?? [];
    const control = [...controls].findIndex((one) => one === document.activeElement);
    keys.move(from, to);
    focusRequest.current = { row: to, control };
    setAnnouncement(`Moved to ${to + 1} of ${items.length}`);
    onChange(moveItem(items, from, to));
  };
  const remove = (index: number) => {
    const item = items[index];
    if (item === undefined) return;
    keys.remove(index);
    focusRequest.current = items.length === 1 ? 'add' : { row: Math.min(index, items.length - 2), control: 0 };
    onChange(items.toSpliced(index, 1));
    onDelete(() => onChange(latest.current.toSpliced(index, 0, item)));
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    if (!event.altKey || event.ctrlKey || event.metaKey || !isEventInside(event)) return;
    if (event.key === 'ArrowUp') move(index, index - 1);
    else if (event.key === 'ArrowDown') move(index, index + 1);
    else if (event.key === 'Delete') remove(index);
    else return;
    event.preventDefault();
  };
  return (
    <div className="flex flex-col items-start gap-2">
      {items.length > 0 && (
        <ol ref={list} aria-label={label} className="flex w-full flex-col gap-2">
          {items.map((item, index) => {
            const name = `${noun} ${index + 1}`;
            return (
              // Key presses of the controls in the item bubble up to it.
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
              <li
                key={keys.list[index]}
                className="flex items-start gap-1"
                onKeyDown={(event) => onKeyDown(event, index)}
              >
                <div className="min-w-0 flex-1">
                  {renderItem(item, index, (next) => onChange(items.with(index, next)))}
                </div>
                <IconButton
                  label={`Move ${name} up`}
                  shortcut="Alt+↑"
                  icon={<ArrowUp aria-hidden size={14} />}
                  disabledReason={index === 0 ? 'It is the first one.' : null}
                  onClick={() => move(index, index - 1)}
                />
                <IconButton
                  label={`Move ${name} down`}
                  shortcut="Alt+↓"
                  icon={<ArrowDown aria-hidden size={14} />}
                  disabledReason={index === items.length - 1 ? 'It is the last one.' : null}
                  onClick={() => move(index, index + 1)}
                />
                <IconButton
                  label={`Delete ${name}`}
                  shortcut="Alt+Del"
                  icon={<Trash2 aria-hidden size={14} />}
                  onClick={() => remove(index)}
                />
              </li>
            );
          })}
        </ol>
      )}
      <Button
        ref={addButton}
        size="small"
        icon={<Plus aria-hidden size={13} />}
        disabledReason={items.length >= maxItems ? `At most ${maxItems}. Delete one first.` : null}
        onClick={add}
      >
        Add {noun}
      </Button>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  );
}

function moveItem<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const moved = items.slice(from, from + 1);
  return items.toSpliced(from, 1).toSpliced(to, 0, ...moved);
}

/** Keeps a key for each item, which it keeps when it moves. */
function useItemKeys(length: number) {
  const [keys, setKeys] = useState<readonly number[]>(() => Array.from({ length }, (_, index) => index));
  let list = keys;
  if (keys.length !== length) {
    const firstFree = Math.max(-1, ...keys) + 1;
    list = Array.from({ length }, (_, index) => keys[index] ?? firstFree + index);
    setKeys(list);
  }
  return {
    list,
    move: (from: number, to: number) => setKeys(moveItem(list, from, to)),
    remove: (index: number) => setKeys(list.toSpliced(index, 1)),
  };
}
