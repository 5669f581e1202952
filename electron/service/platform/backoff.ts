export type Backoff = {
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
