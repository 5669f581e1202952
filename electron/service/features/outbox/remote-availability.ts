import type { RemoteError } from '../remote/remote-client.ts';
import { computeBackoffMs, maxBackoffMs } from './backoff.ts';
import { clockStepMs } from './can-repeat.ts';

/** A longer Retry-After is cut, so that a wrong one does not stop the outbox for days. */
export const maxRetryAfterMs = 60 * 60_000;

/** A slow upload that breaks off again and again must not hold up the other changes for minutes. */
const maxBrokenConnectionMs = 30_000;

type Failure = { readonly count: number; readonly until: number; readonly reason: string };

type Options = { readonly now: () => number; readonly random: () => number };

/** Whether the remote can be used: the outbox waits after a failed connection, and stops when the API key is refused. */
export class RemoteAvailability {
  readonly #options: Options;
  #failure: Failure | null = null;
  #pauseReason: string | null = null;

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

  recordAnswer(): void {
    this.#failure = null;
  }

  recordError(error: RemoteError): void {
    switch (error.kind) {
      case 'unauthorized':
        this.#failure = null;
        this.#pauseReason = error.message;
        return;
      case 'unreachable':
        return this.delay(error.message);
      case 'busy':
        return this.delay(error.message, { leastMs: error.retryAfterMs ?? 0 });
      case 'no_answer':
      case 'invalid':
        return this.delay(error.message, { maxMs: maxBrokenConnectionMs });
      case 'rejected':
      case 'failed':
        if (error.wasSent) this.recordAnswer();
        return;
      case 'stopped':
    }
  }

  /** Waits longer with each failure. */
  delay(reason: string, { leastMs = 0, maxMs = maxBackoffMs } = {}): void {
    const { now, random } = this.#options;
    // Requests that run at the same time fail together.
    const isCounted = this.#failure !== null && this.#failure.until > now();
    const count = (this.#failure?.count ?? 0) + (isCounted ? 0 : 1);
    const delayMs = Math.max(computeBackoffMs(count, random(), maxMs), Math.min(leastMs, maxRetryAfterMs));
    this.#failure = { count, until: now() + delayMs, reason };
  }

  /** Forgets failures and the pause. */
  reset(): void {
    this.#failure = null;
    this.#pauseReason = null;
  }
}
