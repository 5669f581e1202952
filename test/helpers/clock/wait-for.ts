import { vi } from 'vitest';

/** How long a test waits for a state: only what never happens should fail, also on a slow machine that is busy. */
export const waitTimeoutMs = 60_000;

/** Waits until `check` no longer throws, and returns its result. The default of `vi.waitFor` is one second. */
export function waitFor<Result>(check: () => Result | Promise<Result>, intervalMs = 20): Promise<Result> {
  return vi.waitFor(check, { timeout: waitTimeoutMs, interval: intervalMs });
}
