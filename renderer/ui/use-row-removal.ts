import { useLayoutEffect, useRef, type RefObject } from 'react';
import { enterMs, hasReducedMotion } from './motion.ts';

/** Moves the rows below a removed one up into the gap. Other changes of the rows show at once. */
export function useRowRemoval(
  scroller: RefObject<HTMLElement | null>,
  rowIds: readonly string[] | undefined,
  rowHeightPx: number,
): void {
  const previousIds = useRef(rowIds);
  useLayoutEffect(() => {
    const removedIndex = findRemovedIndex(previousIds.current ?? [], rowIds ?? []);
    previousIds.current = rowIds;
    if (removedIndex === null || hasReducedMotion()) return;
    for (const row of scroller.current?.querySelectorAll<HTMLElement>('tr[data-row]') ?? [])
      if (Number(row.dataset['row']) >= removedIndex)
        row.animate([{ transform: `translateY(${rowHeightPx}px)` }, { transform: 'none' }], {
          duration: enterMs,
          easing: 'ease-out',
        });
  }, [scroller, rowIds, rowHeightPx]);
}

/** Returns the index of the one row that is missing, or null if the rows differ in another way. */
export function findRemovedIndex(before: readonly string[], after: readonly string[]): number | null {
  if (after.length !== before.length - 1) return null;
  const index = before.findIndex((id, position) => id !== after[position]);
  return before.slice(index + 1).every((id, position) => id === after[index + position]) ? index : null;
}
