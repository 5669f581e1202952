import { RemoteError } from '../remote/remote-client.ts';
import { explainUnclear } from './explain-state.ts';
import type { OutboxRow } from './outbox-queries.ts';

/** What happens to an item that could not be sent. `isUnclear` if the remote may have made the change. */
export type Outcome =
  /** It is sent again. */
  | { readonly type: 'retry'; readonly isUnclear: boolean; readonly reason: string }
  /** The user decides. */
  | {
      readonly type: 'ask';
      readonly state: 'rejected' | 'unknown';
      readonly isUnclear: boolean;
      readonly reason: string;
    };

export type FailedAttempt = {
  readonly kind: OutboxRow['kind'];
  readonly error: unknown;
  /** Whether the remote may have received it by an earlier attempt. */
  readonly wasUnclear: boolean;
  /** Whether the remote may receive it twice without harm, also without an Idempotency-Key. */
  readonly isRepeatable: boolean;
  /** Whether it may be sent again although the remote may have received it by this attempt. */
  readonly canRepeat: boolean;
};

/**
 * Decides what happens to an item after a failed attempt. An item that the remote may have received is never sent again by
 * itself, unless that is safe.
 */
export function decideOutcome(attempt: FailedAttempt): Outcome {
  const { kind, error, wasUnclear, isRepeatable, canRepeat } = attempt;
  const message = error instanceof RemoteError ? error.message : 'Something went wrong while it was sent.';
  const ask: Outcome = { type: 'ask', state: 'unknown', isUnclear: true, reason: explainUnclear(kind, message) };
  if (!(error instanceof RemoteError)) return canRepeat ? { type: 'retry', isUnclear: true, reason: message } : ask;
  if (error.kind === 'rejected') {
    // The first request with this Idempotency-Key is still running.
    if (error.status === 409 && wasUnclear && canRepeat) return { type: 'retry', isUnclear: true, reason: message };
    // The refusal answers the second request only.
    return wasUnclear && !isRepeatable
      ? ask
      : { type: 'ask', state: 'rejected', isUnclear: wasUnclear, reason: message };
  }
  // The remote did not receive it, or answered that it did nothing.
  if (!error.wasSent || error.kind === 'unauthorized' || error.kind === 'busy')
    return { type: 'retry', isUnclear: wasUnclear, reason: message };
  return canRepeat ? { type: 'retry', isUnclear: true, reason: message } : ask;
}
