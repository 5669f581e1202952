import { useSyncExternalStore } from 'react';
import { formatExactTime, formatRelativeTime } from '../format/format-time.ts';

// One timer updates all relative times.
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

/** Shows a timestamp relative to now, and the exact time on hover. */
export function RelativeTime({ at }: { readonly at: string }) {
  const now = useSyncExternalStore(subscribe, () => nowMs);
  const date = new Date(at);
  return (
    <time dateTime={at} title={formatExactTime(date)}>
      {formatRelativeTime(date, new Date(now))}
    </time>
  );
}
