import { useEffect, type RefObject } from 'react';

const upwardKeys: ReadonlySet<string> = new Set(['PageUp', 'Home', 'ArrowUp']);
const downwardKeys: ReadonlySet<string> = new Set(['PageDown', 'End', 'ArrowDown']);

type FollowOptions = {
  /** The current turn, which is rendered. */
  readonly index: number;
  readonly isFollowing: boolean;
  /** True if the current turn is the last one and more are added. */
  readonly isLive: boolean;
  readonly onFollowingChange: (isFollowing: boolean) => void;
};

/**
 * Keeps the current turn visible while `isFollowing`, and stops when the user scrolls. In a live call, only scrolling up
 * stops it, and scrolling to the end starts it again.
 */
export function useFollowCurrentTurn(
  scroller: RefObject<HTMLElement | null>,
  { index, isFollowing, isLive, onFollowingChange }: FollowOptions,
): void {
  useEffect(() => {
    if (isFollowing && scroller.current) scrollToTurn(scroller.current, index);
  }, [scroller, index, isFollowing]);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const stopFollowing = () => {
      if (element.scrollHeight > element.clientHeight) onFollowingChange(false);
    };
    let previousTop = element.scrollTop;
    const listeners = new AbortController();
    const options = { passive: true, signal: listeners.signal };
    element.addEventListener('wheel', ({ deltaY }) => (!isLive || deltaY < 0) && stopFollowing(), options);
    element.addEventListener('touchmove', stopFollowing, options);
    element.addEventListener(
      'keydown',
      ({ key, defaultPrevented }) => {
        const isScrollKey = upwardKeys.has(key) || (!isLive && downwardKeys.has(key));
        if (isScrollKey && !defaultPrevented) stopFollowing();
      },
      options,
    );
    element.addEventListener(
      'pointerdown',
      ({ target }) => target === element && stopFollowing(), // on the scrollbar
      options,
    );
    element.addEventListener(
      'scroll',
      () => {
        const isDownward = element.scrollTop > previousTop;
        previousTop = element.scrollTop;
        const isAtEnd = element.scrollTop + element.clientHeight >= element.scrollHeight - 1;
        if (isLive && isDownward && isAtEnd) onFollowingChange(true);
      },
      options,
    );
    return () => listeners.abort();
  }, [scroller, isLive, onFollowingChange]);
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
