/** The longest time between two attempts, unless the remote asks for more with Retry-After. */
export const maxBackoffMs = 5 * 60_000;

/** Also the shortest wait: the jitter can be close to nothing. */
const shortestMs = 500;

const firstMs = 2_000;

/**
 * Returns a random time to wait after a number of failures: exponential backoff with full jitter, see "Exponential Backoff And
 * Jitter" in the AWS Architecture Blog. The number of attempts is stored, so it survives a restart. `random` is between 0 and 1.
 */
export function computeBackoffMs(failures: number, random: number, maxMs: number = maxBackoffMs): number {
  const ceiling = Math.min(maxMs, firstMs * 2 ** Math.min(Math.max(failures - 1, 0), 20));
  return Math.round(shortestMs + random * (ceiling - shortestMs));
}
