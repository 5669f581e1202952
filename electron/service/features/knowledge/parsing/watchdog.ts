const intervalMs = 100;

/** Limits the time between the sections of a document. Time while the watchdog is paused does not count. */
export type Watchdog = {
  /** Call this when the parser has finished a section. */
  readonly reset: () => void;
  readonly pause: () => void;
  readonly resume: () => void;
  readonly stop: () => void;
};

export function createWatchdog(limitMs: number, onExceeded: () => void): Watchdog {
  let elapsedMs = 0;
  let isPaused = false;

  // Counts intervals instead of reading a clock, so that time in which the computer sleeps does not count.
  const timer = setInterval(() => {
    if (!isPaused) elapsedMs += intervalMs;
    if (elapsedMs > limitMs) onExceeded();
  }, intervalMs);
  timer.unref();

  return {
    reset: () => (elapsedMs = 0),
    pause: () => (isPaused = true),
    resume: () => (isPaused = false),
    stop: () => clearInterval(timer),
  };
}
