import { ParseError } from './parse-error.ts';
import type { ParseLimits } from './parse-limits.ts';

const checkIntervalMs = 100;

/** Limits the working time of a parser. Time while it is paused does not count. */
export type Watchdog = {
  /** Call this when the parser has finished a section. */
  readonly resetSectionTimer: () => void;
  readonly pause: () => void;
  readonly resume: () => void;
  readonly stop: () => void;
};

export function createWatchdog(limits: ParseLimits, onExceeded: (error: ParseError) => void): Watchdog {
  let totalMs = 0;
  let sectionMs = 0;
  let isPaused = false;
  let checkedAt = performance.now();

  const timer = setInterval(() => {
    const now = performance.now();
    if (!isPaused) {
      totalMs += now - checkedAt;
      sectionMs += now - checkedAt;
    }
    checkedAt = now;
    if (totalMs > limits.totalMs || sectionMs > limits.sectionMs) onExceeded(createTimeoutError());
  }, checkIntervalMs);
  timer.unref();

  return {
    resetSectionTimer: () => (sectionMs = 0),
    pause: () => (isPaused = true),
    resume: () => (isPaused = false),
    stop: () => clearInterval(timer),
  };
}

function createTimeoutError(): ParseError {
  return new ParseError(
    'timed_out',
    'Processing the document took too long. Split it into smaller documents, or save it again, and upload it.',
  );
}
