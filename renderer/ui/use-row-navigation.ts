import { useLayoutEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react';
import type { ShortcutHint } from './shortcut-hints.tsx';

type UseRowNavigationOptions = {
  readonly count: number;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly scrollTo: (index: number) => void;
  readonly onDelete: (index: number) => void;
  readonly initialIndex: number;
  /** Whether that row should have the focus from the beginning. */
  readonly focusInitialRow: boolean;
};

const pageStepRows = 10;

/** The keys of a table as a person reads about them. */
export const rowShortcuts: readonly ShortcutHint[] = [
  { keys: ['↑', '↓'], description: 'The row before or after' },
  { keys: ['PgUp', 'PgDn'], description: `${pageStepRows} rows up or down` },
  { keys: ['Home', 'End'], description: 'The first or the last row' },
  { keys: ['Enter'], description: 'Open the row' },
  { keys: ['Delete'], description: 'Delete what the row stands for' },
];

const nextIndexByKey: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowDown: (index) => index + 1,
  ArrowUp: (index) => index - 1,
  PageDown: (index) => index + pageStepRows,
  PageUp: (index) => index - pageStepRows,
  Home: () => 0,
  End: (_, last) => last,
};

/** One row takes part in the Tab order; arrows move it, also over rows that are not drawn yet. */
export function useRowNavigation({
  count,
  scroller,
  scrollTo,
  onDelete,
  initialIndex,
  focusInitialRow,
}: UseRowNavigationOptions) {
  const [wanted, setWanted] = useState(initialIndex);
  const focusNext = useRef<number | null>(focusInitialRow ? initialIndex : null);
  const activeIndex = Math.min(wanted, Math.max(0, count - 1));

  useLayoutEffect(() => {
    if (focusNext.current === null) return;
    const button = findRowButton(scroller.current, focusNext.current);
    if (!button) return;
    focusNext.current = null;
    button.focus({ preventScroll: true });
  });

  /** Makes a row the one that Tab reaches, and gives it the focus where that is wanted. */
  const activate = (index: number, hasFocus: boolean) => {
    if (hasFocus) focusNext.current = index;
    setWanted(index);
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
    // Keys come faster than rows are drawn: the next step goes on from the row that is about to have the focus.
    const next = Math.min(count - 1, Math.max(0, step(focusNext.current ?? index, count - 1)));
    scrollTo(next);
    activate(next, true);
  };

  const onFocus = (event: FocusEvent) => {
    const index = getRowIndex(event.target);
    focusNext.current = null;
    if (index !== null && index !== activeIndex) setWanted(index);
  };

  return { activeIndex, activate, onKeyDown, onFocus };
}

/** The place of the row that an element stands in, or null. */
export function getRowIndex(target: EventTarget | null): number | null {
  const row = target instanceof HTMLElement ? target.closest<HTMLElement>('tr[data-row]') : null;
  return row ? Number(row.dataset['row']) : null;
}

function findRowButton(scroller: HTMLElement | null, index: number): HTMLElement | null {
  return scroller?.querySelector<HTMLElement>(`tr[data-row="${index}"] th button`) ?? null;
}
