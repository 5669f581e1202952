import { useEffect, type RefObject } from 'react';

const scrollKeys = new Set(['PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown']);

/** Keeps the current turn in sight while it is followed. Whoever scrolls by hand looks elsewhere, and is let. */
export function useFollowCurrentTurn(
  scroller: RefObject<HTMLElement | null>,
  index: number,
  isFollowing: boolean,
  onLookAway: () => void,
): void {
  useEffect(() => {
    if (isFollowing && scroller.current) scrollToTurn(scroller.current, index);
  }, [scroller, index, isFollowing]);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (scrollKeys.has(event.key) && !event.defaultPrevented) onLookAway();
    };
    const onPointerDown = (event: PointerEvent) => {
      if (event.target === element) onLookAway(); // its scrollbar
    };
    element.addEventListener('wheel', onLookAway, { passive: true });
    element.addEventListener('touchmove', onLookAway, { passive: true });
    element.addEventListener('keydown', onKeyDown);
    element.addEventListener('pointerdown', onPointerDown);
    return () => {
      element.removeEventListener('wheel', onLookAway);
      element.removeEventListener('touchmove', onLookAway);
      element.removeEventListener('keydown', onKeyDown);
      element.removeEventListener('pointerdown', onPointerDown);
    };
  }, [scroller, onLookAway]);
}

/** Rows that come near for the first time take their real height in the frames after a jump. */
const settleFrameCount = 4;

/** Scrolls only as far as it must, with some of what comes next below. */
export function scrollToTurn(scroller: HTMLElement, index: number, frames = settleFrameCount): void {
  const row = scroller.querySelector<HTMLElement>(`[data-turn="${index}"]`);
  if (!row) return;
  const [view, place] = [scroller.getBoundingClientRect(), row.getBoundingClientRect()];
  const spacePx = Math.min(96, view.height / 4);
  const isInSight = place.top >= view.top && place.bottom <= view.bottom - spacePx;
  if (isInSight && frames === settleFrameCount) return;
  if (!isInSight) scroller.scrollBy({ top: place.top - view.top - spacePx });
  if (frames > 0) requestAnimationFrame(() => scrollToTurn(scroller, index, frames - 1));
}
