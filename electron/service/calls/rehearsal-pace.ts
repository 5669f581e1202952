import { setTimeout as wait } from 'node:timers/promises';
import type { Pace } from '../../../shared/rehearsals.ts';

/** Resolves when a moment of the recording has come: at once in a fast rehearsal, in its time in a live one. */
export type RehearsalClock = { readonly isLive: boolean; readonly reach: (seconds: number) => Promise<void> };

export function startClock(pace: Pace, signal: AbortSignal): RehearsalClock {
  if (pace === 'fast') return { isLive: false, reach: async () => signal.throwIfAborted() };
  const startedAt = performance.now();
  return {
    isLive: true,
    reach: async (seconds) => {
      const leftMs = startedAt + seconds * 1000 - performance.now();
      if (leftMs > 0) await untilAborted(wait(leftMs, undefined, { signal }), signal);
      signal.throwIfAborted();
    },
  };
}

/** The timer's own failure says that it was aborted, but not why. */
async function untilAborted(waiting: Promise<unknown>, signal: AbortSignal): Promise<void> {
  try {
    await waiting;
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}
