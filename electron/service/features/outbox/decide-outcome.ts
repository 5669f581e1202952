import { RemoteError } from '../remote/remote-client.ts';
import { explainUnclear } from './explain-state.ts';
import type { OutboxRow } from './outbox-queries.ts';

/** What happens to an item after a failed attempt. */
export type Outcome = {
  /** `queued` sends it again; with the others, the user decides. */
  readonly state: 'queued' | 'rejected' | 'unknown';
  /** Whether the remote may have made the change by this attempt. */
  readonly isAttemptUnclear: boolean;
  readonly reason: string;
};

export type FailedAttempt = {
  readonly kind: OutboxRow['kind'];
  readonly error: unknown;
  /** Whether the remote may have made the change by an earlier attempt. */
  readonly wasUnclear: boolean;
  /** Whether the remote may receive it twice without harm, also without an Idempotency-Key. */
  readonly isRepeatable: boolean;
  /** Whether it may be sent again although the remote may have made the change by this attempt. */
  readonly canRepeat: boolean;
};

/** Decides what happens after a failed attempt. What the remote may have done is repeated only if that is safe. */
export function decideOutcome({ kind, error, wasUnclear, isRepeatable, canRepeat }: FailedAttempt): Outcome {
  if (!(error instanceof RemoteError) || isUnclear(error)) {
    const reason =
      error instanceof RemoteError ? error.message : 'Something went wrong on this computer while it was sent.';
    return canRepeat
      ? { state: 'queued', isAttemptUnclear: true, reason }
      : { state: 'unknown', isAttemptUnclear: true, reason: explainUnclear(kind, reason) };
  }
  const reason = error.message;
  if (error.kind !== 'rejected') return { state: 'queued', isAttemptUnclear: false, reason };
  const mayHaveBeenMade = wasUnclear && !isRepeatable;
  // The first request with this Idempotency-Key is still running.
  if (error.status === 409 && mayHaveBeenMade && canRepeat) return { state: 'queued', isAttemptUnclear: false, reason };
  // A refusal answers this attempt only.
  return mayHaveBeenMade
    ? { state: 'unknown', isAttemptUnclear: false, reason: explainUnclear(kind, reason) }
    : { state: 'rejected', isAttemptUnclear: false, reason };
}

/** Whether the remote may have made the change. It has not if it answers that it is busy, or refuses the request. */
function isUnclear({ kind, wasSent }: RemoteError): boolean {
  return wasSent && kind !== 'rejected' && kind !== 'unauthorized' && kind !== 'busy';
}
