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
