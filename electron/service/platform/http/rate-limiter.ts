const windowMs = 60_000;

export type RateLimitResult = {
  readonly isAllowed: boolean;
  readonly headers: Readonly<Record<string, string>>;
};

/**
 * Counts the requests of each key in fixed windows of one minute. The headers follow
 * draft-ietf-httpapi-ratelimit-headers-10: `RateLimit-Policy` and `RateLimit`, and `Retry-After` over the limit.
 */
export class RateLimiter {
  readonly #perMinute: number;
  readonly #policy: string;
  readonly #windows = new Map<string, { startedAt: number; count: number }>();

  constructor(perMinute: number) {
    this.#perMinute = perMinute;
    this.#policy = `"default";q=${perMinute};w=60`;
  }

  /** Counts one request of `key` at `now`. Without a limit, every request is allowed and there are no headers. */
  count(key: string, now: number): RateLimitResult {
    if (this.#perMinute === 0) return { isAllowed: true, headers: {} };
    const window = this.#currentWindow(key, now);
    window.count += 1;
    const resetSeconds = Math.ceil((window.startedAt + windowMs - now) / 1000);
    const isAllowed = window.count <= this.#perMinute;
    const headers: Record<string, string> = {
      'RateLimit-Policy': this.#policy,
      RateLimit: `"default";r=${Math.max(0, this.#perMinute - window.count)};t=${resetSeconds}`,
    };
    if (!isAllowed) headers['Retry-After'] = String(resetSeconds);
    return { isAllowed, headers };
  }

  #currentWindow(key: string, now: number) {
    const found = this.#windows.get(key);
    // A window in the future means that the clock was set back, which must not lock out the key.
    if (found && now >= found.startedAt && now < found.startedAt + windowMs) return found;
    const window = { startedAt: now, count: 0 };
    this.#windows.set(key, window);
    return window;
  }
}
