import { useLayoutEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react';
import type { ShortcutHint } from '../buttons/shortcut-hints.tsx';

type UseRowNavigationOptions = {
  readonly count: number;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly scrollTo: (index: number) => void;
  readonly onDelete: (index: number) => void;
  readonly initialIndex: number;
  /** Whether the initial row receives the focus. */
  readonly focusInitialRow: boolean;
};

const pageStepRows = 10;

/** The shortcuts of tables, for the list of shortcuts. */
export const rowShortcuts: readonly ShortcutHint[] = [
  { keys: ['↑', '↓'], description: 'Previous or next row' },
  { keys: ['PgUp', 'PgDn'], description: `Move by ${pageStepRows} rows` },
  { keys: ['Home', 'End'], description: 'First or last row' },
  { keys: ['Enter'], description: 'Open selected item' },
  { keys: ['Shift+F10'], description: 'Show actions of selected item' },
  { keys: ['Delete'], description: 'Delete selected item' },
];

const nextIndexByKey: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowDown: (index) => index + 1,
  ArrowUp: (index) => index - 1,
  PageDown: (index) => index + pageStepRows,
  PageUp: (index) => index - pageStepRows,
  Home: () => 0,
  End: (_, last) => last,
};

/** Keeps one row in the Tab order and moves it with the arrow keys, also to rows that are not rendered yet. */
export function useRowNavigation({
  count,
  scroller,
  scrollTo,
  onDelete,
  initialIndex,
  focusInitialRow,
}: UseRowNavigationOptions) {
  const [wantedIndex, setWantedIndex] = useState(initialIndex);
  const focusNext = useRef<number | null>(focusInitialRow ? initialIndex : null);
  const activeIndex = Math.min(wantedIndex, Math.max(0, count - 1));

  useLayoutEffect(() => {
    if (focusNext.current === null) return;
    const button = findRowButton(scroller.current, focusNext.current);
    if (!button) return;
    focusNext.current = null;
    button.focus({ preventScroll: true });
  });

  /** Puts a row into the Tab order, and focuses it if `hasFocus` is true. */
  const activate = (index: number, hasFocus: boolean) => {
    if (hasFocus) focusNext.current = index;
    setWantedIndex(index);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const index = getRowIndex(event.target);
    if (index === null || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Delete' || (event.key === 'Backspace' && event.shiftKey)) {
      event.preventDefault();
      onDelete(index);
      return;
    }
    const step = nextIndexByKey[event.key];
    if (!step) return;
    event.preventDefault();
    // Keys can be faster than rendering: the next step starts at the row that is about to receive the focus.
    const next = Math.min(count - 1, Math.max(0, step(focusNext.current ?? index, count - 1)));
    scrollTo(next);
    activate(next, true);
  };

  const onFocus = (event: FocusEvent) => {
    const index = getRowIndex(event.target);
    focusNext.current = null;
    if (index !== null && index !== activeIndex) setWantedIndex(index);
  };

  return { activeIndex, activate, onKeyDown, onFocus };
}

/** Returns the index of the row that contains the element, or null. */
export function getRowIndex(target: EventTarget | null): number | null {
  const row = findRow(target);
  return row ? Number(row.dataset['row']) : null;
}

export function findRow(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('tr[data-row]') : null;
}

function findRowButton(scroller: HTMLElement | null, index: number): HTMLElement | null {
  return scroller?.querySelector<HTMLElement>(`tr[data-row="${index}"] th button`) ?? null;
}
