import { setTimeout as wait } from 'node:timers/promises';
import type { SimulationSpeed } from '../../../../shared/simulated-calls.ts';

/** Resolves when a moment of the recording has come: at once in a fast rehearsal, in its time in a live one. */
export type SimulationClock = { readonly isLive: boolean; readonly waitUntil: (seconds: number) => Promise<void> };

export function startSimulationClock(pace: SimulationSpeed, signal: AbortSignal): SimulationClock {
  if (pace === 'fast') return { isLive: false, waitUntil: async () => signal.throwIfAborted() };
  const startedAt = performance.now();
  return {
    isLive: true,
    waitUntil: async (seconds) => {
      const leftMs = startedAt + seconds * 1000 - performance.now();
      if (leftMs > 0) await waitOrAbort(wait(leftMs, undefined, { signal }), signal);
      signal.throwIfAborted();
    },
  };
}

/** The timer's own failure says that it was aborted, but not why. */
async function waitOrAbort(waiting: Promise<unknown>, signal: AbortSignal): Promise<void> {
  try {
    await waiting;
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}
