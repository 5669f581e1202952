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
