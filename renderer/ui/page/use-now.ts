import { useSyncExternalStore } from 'react';

// One timer updates all times. A timer for a later time would be late after the computer has slept.
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

/** Returns the time in milliseconds since the epoch, which updates every half minute. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => nowMs);
}
