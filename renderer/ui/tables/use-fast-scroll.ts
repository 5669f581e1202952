import { useEffect, useRef, useState, type UIEvent } from 'react';
import { flushSync } from 'react-dom';

/** The time after the last jump until rows are rendered in full again. */
const settleMs = 100;

/** Returns whether a table scrolls by more than its own height per frame, which is too fast to read. */
export function useFastScroll() {
  const [isScrollingFast, setScrollingFast] = useState(false);
  const last = useRef({ top: 0, jumpedAt: -Infinity });
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onScroll = ({ currentTarget: { scrollTop, clientHeight }, timeStamp }: UIEvent<HTMLElement>) => {
    const { top, jumpedAt } = last.current;
    const isJump = Math.abs(scrollTop - top) > clientHeight;
    last.current = { top: scrollTop, jumpedAt: isJump ? timeStamp : jumpedAt };
    // A single jump, as with the End key, renders in full.
    if (!isJump || timeStamp - jumpedAt > settleMs) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setScrollingFast(false), settleMs);
    // Must apply before the rows of this frame render, later in the same event.
    if (!isScrollingFast) flushSync(() => setScrollingFast(true));
  };
  return { isScrollingFast, onScroll };
}
