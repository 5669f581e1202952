import { useSyncExternalStore } from 'react';
import { formatExactTime, formatRelativeTime } from '../format/format-time.ts';

// One clock for all times on the screen; relative times are the only thing in the window that time itself changes.
const listeners = new Set<() => void>();
let minute = currentMinute();
let timer: ReturnType<typeof setInterval> | undefined;

function currentMinute() {
  return Math.floor(Date.now() / 60_000);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  timer ??= setInterval(() => {
    minute = currentMinute();
    for (const notify of listeners) notify();
  }, 30_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** A moment, relative; exact and in UTC on hover. */
export function Time({ at }: { readonly at: string }) {
  useSyncExternalStore(subscribe, () => minute);
  const moment = new Date(at);
  return (
    <time dateTime={at} title={formatExactTime(moment)}>
      {formatRelativeTime(moment, new Date())}
    </time>
  );
}
