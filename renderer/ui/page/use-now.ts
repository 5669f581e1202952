import { useSyncExternalStore } from 'react';

const tickMs = 30_000;

/** One timer updates all times, while any is shown. A timer for a later time would be late after the computer has slept. */
const clock = createClock();

/** Returns the time in milliseconds since the epoch, which updates every half minute. */
export function useNow(): number {
  return useSyncExternalStore(clock.subscribe, clock.read);
}

function createClock() {
  const listeners = new Set<() => void>();
  let nowMs = Date.now();
  let timer: ReturnType<typeof setInterval> | undefined;
  const tick = () => {
    nowMs = Date.now();
    for (const notify of listeners) notify();
  };
  return {
    subscribe: (listener: () => void) => {
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
    },
    read: () => nowMs,
  };
}
