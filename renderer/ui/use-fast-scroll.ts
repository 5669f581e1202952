import { useEffect, useRef, useState, type UIEvent } from 'react';
import { flushSync } from 'react-dom';

/** So long after the last jump, rows are drawn in full again. */
const settleMs = 100;

/** Whether a table is thrown past faster than anybody reads: by more than its height from one frame to the next. */
export function useFastScroll() {
  const [isScrollingFast, setFlung] = useState(false);
  const last = useRef({ top: 0, jumpedAt: -Infinity });
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onScroll = ({ currentTarget: { scrollTop, clientHeight }, timeStamp }: UIEvent<HTMLElement>) => {
    const { top, jumpedAt } = last.current;
    const isJump = Math.abs(scrollTop - top) > clientHeight;
    last.current = { top: scrollTop, jumpedAt: isJump ? timeStamp : jumpedAt };
    // A single jump, as by the End key, is drawn at once.
    if (!isJump || timeStamp - jumpedAt > settleMs) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setFlung(false), settleMs);
    // Before the rows of this frame are drawn, which follows within the same event.
    if (!isScrollingFast) flushSync(() => setFlung(true));
  };
  return { isScrollingFast, onScroll };
}
