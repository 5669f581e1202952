import { createHash } from 'node:crypto';
import { limits } from '../../../../shared/contract/limits.ts';
import { RemoteError, type RemoteClient } from '../remote/remote-client.ts';
import { describeStatus } from '../remote/create-status-error.ts';
import { explainUnknown, interruptedReason, restartedReason } from './explain-item.ts';
import { deleteSettledItems, listInFlightItems, listCallsToConfirm, type OutboxRow } from './outbox-queries.ts';
import type { OutboxStore } from './outbox-store.ts';
import type { Sender, Senders } from './outbox.ts';
import { clockStepMs } from './remote-availability.ts';

/** One hour less than the remote keeps an Idempotency-Key. */
const repeatableMs = limits.idempotencyMs - 60 * 60_000;

/**
 * What happens to an item after a failed attempt. An attempt is unclear if the remote may have made the change although no usable
 * response arrived.
 */
type Outcome = {
  /** `queued` sends it again; with the others, the user decides. */
  readonly state: 'queued' | 'rejected' | 'unknown';
  readonly isAttemptUnclear: boolean;
  readonly reason: string;
};

type FailedAttempt = {
  readonly kind: OutboxRow['kind'];
  readonly error: unknown;
  /** Whether an earlier attempt was unclear. */
  readonly wasUnclear: boolean;
  /** Whether the remote may receive it twice without harm, even without an Idempotency-Key. */
  readonly isRepeatable: boolean;
  /** Whether it may be sent again after an unclear attempt: it is repeatable, or has an Idempotency-Key that the remote honours. */
  readonly canRepeat: boolean;
};

/** Decides what happens after a failed attempt. A change that the remote may have made is repeated only if that is safe. */
export function decideOutcome({ kind, error, wasUnclear, isRepeatable, canRepeat }: FailedAttempt): Outcome {
  if (!(error instanceof RemoteError) || isUnclear(error)) {
    if (!canRepeat || (error instanceof RemoteError && error.isFinal))
      return { state: 'unknown', isAttemptUnclear: true, reason: explainUnknown(kind, explainUnclear(error)) };
    const reason = error instanceof RemoteError ? error.message : localFailure;
    return { state: 'queued', isAttemptUnclear: true, reason };
  }
  const reason = error.message;
  if (error.kind !== 'rejected') return { state: 'queued', isAttemptUnclear: false, reason };
  // The remote still handles this change: a gateway has sent the request twice, and passes on the answer to its second one.
  if (error.code === 'idempotency_in_flight' && canRepeat) return { state: 'queued', isAttemptUnclear: true, reason };
  // A refusal answers this attempt only: the remote may have made the change by an earlier one.
  if (!wasUnclear || isRepeatable) return { state: 'rejected', isAttemptUnclear: false, reason };
  // The first request with this Idempotency-Key is still running.
  if (error.status === 409 && canRepeat) return { state: 'queued', isAttemptUnclear: false, reason };
  return { state: 'unknown', isAttemptUnclear: false, reason: explainUnknown(kind, reason) };
}

/**
 * Whether the remote may have made the change. It has not made it if it refuses the request or its rate (429). Every other error
 * status, 408 and 503 included, can come from a gateway that has already forwarded the request.
 */
function isUnclear({ kind, wasSent, status }: RemoteError): boolean {
  return wasSent && kind !== 'rejected' && kind !== 'unauthorized' && status !== 429;
}

const localFailure = 'Something went wrong on this computer while it was sent.';

/** Explains why it is not known whether the remote made the change. */
function explainUnclear(error: unknown): string {
  if (!(error instanceof RemoteError)) return localFailure;
  const { message, status } = error;
  if (status === null || status < 400) return message;
  const ownMessage = message === describeStatus(status) ? '' : `${message} `;
  return `${ownMessage}The remote responded with HTTP ${status}, which does not prove that nothing happened.`;
}

type RemoteIdentity = Pick<RemoteClient, 'keyHash'> & {
  readonly settings: Pick<RemoteClient['settings'], 'base_url'>;
  readonly capabilities: Pick<RemoteClient['capabilities'], 'idempotency'>;
};

/**
 * Returns the `key_hash` of an item whose first attempt uses this client; null if the remote honours no Idempotency-Key. The hash
 * contains the API key, because a remote stores Idempotency-Keys separately for each API key.
 */
export function getKeyHash({ settings, capabilities, keyHash }: RemoteIdentity): string | null {
  if (!capabilities.idempotency) return null;
  return createHash('sha256').update(`${settings.base_url}\n${keyHash}`).digest('hex');
}

/**
 * Returns whether a client may send an item again although the remote may have received it. `client` is null if no API key is
 * stored.
 */
export function canRepeatItem(
  row: Pick<OutboxRow, 'first_sent_at' | 'key_hash'>,
  { sender, client, now }: { readonly sender: Sender; readonly client: RemoteIdentity | null; readonly now: number },
): boolean {
  if (sender.isRepeatable) return true;
  if (!client || row.key_hash === null || row.first_sent_at === null) return false;
  const ageMs = now - row.first_sent_at;
  return row.key_hash === getKeyHash(client) && ageMs >= -clockStepMs && ageMs < repeatableMs;
}

const keepSettledMs = 30 * 24 * 60 * 60_000;

type RecoveryOptions = {
  readonly senders: Senders;
  /** Null if there is no connection. */
  readonly client: RemoteClient | null;
  readonly now: number;
  /** The last item that was stored before the start. */
  readonly lastId: number;
};

/**
 * Decides about the items of the last run, before anything is sent: an item that was in flight is sent again only if that is safe,
 * and no call is placed automatically after a restart.
 */
export function recoverItems(store: OutboxStore, { senders, client, now, lastId }: RecoveryOptions): void {
  store.db.transaction(() => {
    for (const row of listCallsToConfirm(store.db, lastId)) store.requireDecision(row, restartedReason);
    for (const row of listInFlightItems(store.db)) {
      const state = canRepeatItem(row, { sender: senders[row.kind], client, now }) ? 'queued' : 'unknown';
      const reason = explainUnknown(row.kind, interruptedReason);
      store.change(row, { state, reason, next_attempt_at: null });
    }
    deleteSettledItems(store.db, now - keepSettledMs);
  });
}
