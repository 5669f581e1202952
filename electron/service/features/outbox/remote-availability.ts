import { drawBackoffMs } from '../../platform/timers.ts';
import { maxRetryAfterMs, type RemoteError } from '../remote/remote-client.ts';

/** The time between attempts in milliseconds, unless the remote asks for more with Retry-After. */
export const retryBackoffMs = { base: 2_000, cap: 5 * 60_000 };

/** The tolerance in milliseconds for a clock that was set back: stored times may be this far in the future. */
export const clockStepMs = 5 * 60_000;

/** A slow upload that breaks off again and again must not hold up the other changes for minutes. */
const brokenConnectionBackoffMs = { base: 2_000, cap: 30_000 };

/** `count` is the number of failures before this one. */
type Failure = { readonly count: number; readonly until: number; readonly reason: string };

/** What was known when a request began. */
type RequestStart = { readonly failure: Failure | null; readonly resets: number };

type Options = { readonly now: () => number; readonly random: () => number };

/**
 * Whether the remote can be used: the outbox waits after a failed connection, and stops when the API key is refused or the remote
 * does not have the organization.
 */
export class RemoteAvailability {
  readonly #options: Options;
  #failure: Failure | null = null;
  #pauseReason: string | null = null;
  #resets = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Why nothing is sent until the connection changes; null if it is not paused. */
  get pauseReason(): string | null {
    return this.#pauseReason;
  }

  /** Why the last attempt did not reach the remote, and when the next one starts; null if it did. */
  get failure(): Failure | null {
    return this.#failure;
  }

  /** Whether an item may be sent now. */
  get isAvailable(): boolean {
    if (this.#pauseReason !== null) return false;
    if (!this.#failure) return true;
    const waitMs = this.#failure.until - this.#options.now();
    // It was planned before the clock was set back.
    return waitMs <= 0 || waitMs > maxRetryAfterMs + clockStepMs;
  }

  /** Call it before a request, for the methods that record its result. */
  begin(): RequestStart {
    return { failure: this.#failure, resets: this.#resets };
  }

  /** An answer to an earlier request does not end the wait that a later one has caused. */
  recordAnswer({ failure }: RequestStart): void {
    if (this.#failure === failure) this.#failure = null;
  }

  /** An error of a request to the previous connection has no effect. */
  recordError(error: RemoteError, start: RequestStart): void {
    if (start.resets !== this.#resets) return;
    switch (error.kind) {
      case 'unauthorized':
      case 'wrong_organization':
        this.#failure = null;
        this.#pauseReason = error.message;
        return;
      case 'unreachable':
        return this.delay(error.message);
      case 'busy':
        return this.delay(error.message, { leastMs: error.retryAfterMs ?? 0 });
      case 'no_answer':
      case 'invalid':
        return this.delay(error.message, { backoff: brokenConnectionBackoffMs });
      case 'rejected':
        if (error.wasSent) this.recordAnswer(start);
        return;
      case 'failed':
        // The remote did not confirm its organization, which every change needs.
        if (!error.wasSent) return this.delay(error.message, { leastMs: error.retryAfterMs ?? 0 });
        return this.recordAnswer(start);
      case 'stopped':
    }
  }

  /** Waits longer with each failure. */
  delay(reason: string, { leastMs = 0, backoff = retryBackoffMs } = {}): void {
    const { now, random } = this.#options;
    // Requests that run at the same time fail together.
    const runningUntil = this.#failure && this.#failure.until > now() ? this.#failure.until : null;
    const count = this.#failure ? this.#failure.count + (runningUntil === null ? 1 : 0) : 0;
    const delayMs = Math.max(drawBackoffMs(backoff, count, random), leastMs);
    this.#failure = { count, until: Math.max(now() + Math.ceil(delayMs), runningUntil ?? 0), reason };
  }

  /** Forgets failures and the pause, for example because the connection has changed. */
  reset(): void {
    this.#resets++;
    this.#failure = null;
    this.#pauseReason = null;
  }
}
