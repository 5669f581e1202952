import { renameSync, writeFileSync } from 'node:fs';

const script = new URL('movable-clock.mjs', import.meta.url);

export type MovableClock = {
  /** The variables of a process that uses this clock. */
  readonly env: Readonly<Record<string, string>>;
  readonly now: () => number;
  readonly advance: (byMs: number) => void;
};

/** Creates a clock that a running process uses in place of the computer's. The file holds how far it is ahead. */
export function createMovableClock(path: string): MovableClock {
  let offsetMs = 0;
  const advance = (byMs: number) => {
    offsetMs += byMs;
    // In one step: the process reads the file at any time.
    writeFileSync(`${path}.new`, String(offsetMs));
    renameSync(`${path}.new`, path);
  };
  advance(0);
  return {
    env: { NODE_OPTIONS: `--import=${script.href}`, TEST_CLOCK_FILE: path },
    now: () => Date.now() + offsetMs,
    advance,
  };
}
