import { ParseError } from './parse-error.ts';
import type { ParseLimits } from './parse-limits.ts';

const checkIntervalMs = 100;

/** Watches the time that a parser works and the memory that it takes; time while it is paused does not count. */
export type Watchdog = {
  /** The parser came a step further. */
  readonly resetPageTimer: () => void;
  readonly pause: () => void;
  readonly resume: () => void;
  readonly stop: () => void;
};

export function createWatchdog(limits: ParseLimits, onExceeded: (error: ParseError) => void): Watchdog {
  const startBytes = process.memoryUsage.rss();
  let workMs = 0;
  let stepMs = 0;
  let isPaused = false;
  let checkedAt = performance.now();

  const timer = setInterval(() => {
    const now = performance.now();
    if (!isPaused) {
      workMs += now - checkedAt;
      stepMs += now - checkedAt;
    }
    checkedAt = now;
    if (workMs > limits.totalMs || stepMs > limits.pageMs) onExceeded(createTimeoutError());
    else if (process.memoryUsage.rss() - startBytes > limits.memoryGrowthMb * 1024 * 1024)
      onExceeded(createMemoryError());
  }, checkIntervalMs);
  timer.unref();

  return {
    resetPageTimer: () => (stepMs = 0),
    pause: () => (isPaused = true),
    resume: () => (isPaused = false),
    stop: () => clearInterval(timer),
  };
}

function createTimeoutError(): ParseError {
  return new ParseError(
    'timed_out',
    'Reading the document took too long and was stopped. Split it, or save it anew, and upload that.',
  );
}

function createMemoryError(): ParseError {
  return new ParseError(
    'too_complex',
    'The document needs more memory than a document may take. Split it, or save it anew, and upload that.',
  );
}
