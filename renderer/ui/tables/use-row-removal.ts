import { useLayoutEffect, useRef, type RefObject } from 'react';
import { enterMs, hasReducedMotion } from '../page/motion.ts';

/** The rows of a virtual table by their ID, each with its index in the whole table. */
export type RowIndexes = ReadonlyMap<string, number>;

/** Moves the rows below a removed one up into the gap. Other changes of the rows show at once. */
export function useRowRemoval(
  scroller: RefObject<HTMLElement | null>,
  rowIndexes: RowIndexes | undefined,
  rowHeightPx: number,
): void {
  const previousIndexes = useRef(rowIndexes);
  useLayoutEffect(() => {
    const movedUp = findRowsMovedUp(previousIndexes.current ?? new Map(), rowIndexes ?? new Map());
    previousIndexes.current = rowIndexes;
    const element = scroller.current;
    if (movedUp === null || !element || hasReducedMotion()) return;
    const scrolledPx = element.scrollTop;
    // Before the next frame, but after the parent has scrolled to keep the rows in place.
    queueMicrotask(() => {
      for (const row of element.querySelectorAll<HTMLElement>('tr[data-row]')) {
        const gapPx = movedUp.has(Number(row.dataset['row'])) ? rowHeightPx : 0;
        moveFrom(row, gapPx - (scrolledPx - element.scrollTop));
      }
    });
  }, [scroller, rowIndexes, rowHeightPx]);
}

/** Returns the indexes of the rows that moved up by one because another disappeared, or null if the rows differ in another way. */
export function findRowsMovedUp(before: RowIndexes, after: RowIndexes): ReadonlySet<number> | null {
  const movedUp = new Set<number>();
  let removed = 0;
  for (const [id, index] of before) {
    const newIndex = after.get(id);
    if (newIndex === undefined) removed++;
    else if (newIndex === index - 1) movedUp.add(newIndex);
    else if (newIndex !== index) return null;
  }
  return removed > 0 && movedUp.size > 0 ? movedUp : null;
}

/** The same for a list of rows with any height, all of which are rendered. Returns the ref of the list. */
export function useItemRemoval<List extends HTMLElement>(): RefObject<List | null> {
  const list = useRef<List>(null);
  const previousTops = useRef<ReadonlyMap<HTMLElement, number>>(new Map());
  useLayoutEffect(() => {
    const items = [...(list.current?.children ?? [])].filter((item) => item instanceof HTMLElement);
    const tops = new Map(items.map((item) => [item, item.offsetTop - (list.current?.offsetTop ?? 0)]));
    const before = previousTops.current;
    previousTops.current = tops;
    const isRemoved = [...before.keys()].some((item) => !tops.has(item));
    if (!isRemoved || hasReducedMotion()) return;
    for (const [item, top] of tops) moveFrom(item, Math.max(0, (before.get(item) ?? top) - top));
  });
  return list;
}

function moveFrom(element: HTMLElement, offsetPx: number): void {
  if (offsetPx === 0) return;
  element.animate([{ transform: `translateY(${offsetPx}px)` }, { transform: 'none' }], {
    duration: enterMs,
    easing: 'ease-out',
  });
}
