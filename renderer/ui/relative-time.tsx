import { useSyncExternalStore } from 'react';
import { formatExactTime, formatRelativeTime } from '../format/format-time.ts';

// One clock for all times on the screen; relative times are the only thing in the window that time itself changes.
const tickMs = 30_000;
const listeners = new Set<() => void>();
let nowMs = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function tick() {
  nowMs = Date.now();
  for (const notify of listeners) notify();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  if (timer === undefined) {
    timer = setInterval(tick, tickMs);
    tick();
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** A moment, relative; exact and in UTC on hover. */
export function RelativeTime({ at }: { readonly at: string }) {
  const now = useSyncExternalStore(subscribe, () => nowMs);
  const moment = new Date(at);
  return (
    <time dateTime={at} title={formatExactTime(moment)}>
      {formatRelativeTime(moment, new Date(now))}
    </time>
  );
}
