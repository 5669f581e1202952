import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Timers } from '../../electron/service/platform/timers.ts';

export type VirtualClock = {
  readonly now: () => number;
  readonly timers: Timers;
  /** Runs every timer that becomes due, in order, and what its promises do. */
  readonly advance: (byMs: number) => Promise<void>;
  /** Moves the clock as the user or a sleeping computer does: no timer notices. */
  readonly jump: (byMs: number) => void;
  /** Waits until nothing happens without the clock. */
  readonly settle: () => Promise<void>;
  readonly countTimers: () => number;
};

/** Creates a clock that stands still until a test advances it. */
export function createVirtualClock(startMs = Date.UTC(2026, 2, 1, 12)): VirtualClock {
  let elapsedMs = 0;
  let offsetMs = startMs;
  const pending = new Set<{ readonly run: () => void; readonly atMs: number }>();
  const settle = async () => {
    for (let turn = 0; turn < 5; turn++) await nextTurn();
  };
  return {
    now: () => offsetMs + elapsedMs,
    timers: {
      set: (run, delayMs) => {
        const timer = { run, atMs: elapsedMs + Math.max(0, delayMs) };
        pending.add(timer);
        return () => pending.delete(timer);
      },
    },
    advance: async (byMs) => {
      const untilMs = elapsedMs + byMs;
      for (;;) {
        await settle();
        const [next] = [...pending].toSorted((a, b) => a.atMs - b.atMs);
        if (!next || next.atMs > untilMs) break;
        pending.delete(next);
        elapsedMs = Math.max(elapsedMs, next.atMs);
        next.run();
      }
      elapsedMs = untilMs;
      await settle();
    },
    jump: (byMs) => (offsetMs += byMs),
    settle,
    countTimers: () => pending.size,
  };
}
