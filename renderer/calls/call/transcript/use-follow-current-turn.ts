import { useEffect, type RefObject } from 'react';

const scrollKeys = new Set(['PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown']);

/** Keeps the current turn visible while `isFollowing`. Calls `onStopFollowing` when the user scrolls. */
export function useFollowCurrentTurn(
  scroller: RefObject<HTMLElement | null>,
  index: number,
  isFollowing: boolean,
  onStopFollowing: () => void,
): void {
  useEffect(() => {
    if (isFollowing && scroller.current) scrollToTurn(scroller.current, index);
  }, [scroller, index, isFollowing]);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (scrollKeys.has(event.key) && !event.defaultPrevented) onStopFollowing();
    };
    const onPointerDown = (event: PointerEvent) => {
      if (event.target === element) onStopFollowing(); // on the scrollbar
    };
    element.addEventListener('wheel', onStopFollowing, { passive: true });
    element.addEventListener('touchmove', onStopFollowing, { passive: true });
    element.addEventListener('keydown', onKeyDown);
    element.addEventListener('pointerdown', onPointerDown);
    return () => {
      element.removeEventListener('wheel', onStopFollowing);
      element.removeEventListener('touchmove', onStopFollowing);
      element.removeEventListener('keydown', onKeyDown);
      element.removeEventListener('pointerdown', onPointerDown);
    };
  }, [scroller, onStopFollowing]);
}

/** Rows near the target get their real height in the frames after a jump, so the position is corrected repeatedly. */
const settleFrameCount = 4;

/** Scrolls a turn into view if necessary, with space for the next turns below it. */
export function scrollToTurn(scroller: HTMLElement, index: number, frames = settleFrameCount): void {
  const row = scroller.querySelector<HTMLElement>(`[data-turn="${index}"]`);
  if (!row) return;
  const [viewport, rect] = [scroller.getBoundingClientRect(), row.getBoundingClientRect()];
  const spacePx = Math.min(96, viewport.height / 4);
  const isVisible = rect.top >= viewport.top && rect.bottom <= viewport.bottom - spacePx;
  if (isVisible && frames === settleFrameCount) return;
  if (!isVisible) scroller.scrollBy({ top: rect.top - viewport.top - spacePx });
  if (frames > 0) requestAnimationFrame(() => scrollToTurn(scroller, index, frames - 1));
}
