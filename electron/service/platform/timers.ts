/** Runs a function after a delay. Tests replace it to decide when that is. */
export type Timers = {
  /** Returns a function that cancels the timer. */
  readonly set: (run: () => void, delayMs: number) => () => void;
};

/** A longer delay would make the timer run at once. */
const maxDelayMs = 2 ** 31 - 1;

/** The timers of the process. They do not keep it running. */
export const systemTimers: Timers = {
  set: (run, delayMs) => {
    const timer = setTimeout(run, Math.min(delayMs, maxDelayMs)).unref();
    return () => clearTimeout(timer);
  },
};

/** Resolves when the work ends, or after a time. Rejects if the work rejects in time. */
export async function waitAtMost(maxMs: number, work: Promise<unknown>, timers: Timers): Promise<void> {
  let cancel: (() => void) | undefined;
  const timeout = new Promise<void>((resolve) => (cancel = timers.set(resolve, maxMs)));
  await Promise.race([work, timeout]).finally(() => cancel?.());
}

type Backoff = {
  /** The longest wait after the first failure. */
  readonly base: number;
  /** The longest wait after any failure. */
  readonly cap: number;
};

/** The shortest wait, so that requests that fail at once are never repeated without a pause. */
const minimumMs = 500;

/**
 * Returns how long to wait after a number of earlier failures: a random time up to a limit that doubles with each of them
 * ("Exponential Backoff And Jitter", AWS Architecture Blog, "Full Jitter"). `random` returns a number from 0 to 1.
 */
export function drawBackoffMs({ base, cap }: Backoff, failures: number, random: () => number): number {
  const limit = Math.min(cap, base * 2 ** Math.min(failures, 30));
  return minimumMs + random() * Math.max(0, limit - minimumMs);
}
