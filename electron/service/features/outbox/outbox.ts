// Public: other features may import this file.
import type { UnlinkResult } from '../../../../shared/workspaces/connection.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { formatTimestamp } from '../../../../shared/contract/timestamp.ts';
import {
  noSyncFields,
  type OutboxItem,
  type OutboxKind,
  type OutboxState,
  type SyncFields,
} from '../../../../shared/workspaces/sync.ts';
import type { Database } from '../../platform/db/database.ts';
import { RemoteError, type RemoteClient } from '../remote/remote-client.ts';
import {
  findRemoteItem,
  listRemoteItems,
  type RemoteItem,
  type RemoteItemKind,
} from '../remote/remote-item-queries.ts';
import { explainUnknown, isUnsent } from './explain-item.ts';
import { listOpenItems, updateOutboxItem, type OpenOutboxRow, type OutboxRow } from './outbox-queries.ts';

/** A change to send to the remote. */
export type NewOutboxItem = {
  readonly kind: OutboxKind;
  /** The local ID of the document, call or build request. */
  readonly subjectId: string;
  readonly label: string;
  readonly payload: unknown;
  readonly placedBy: string;
  readonly orgId: string;
  /** A change that was not sent by then is held. Milliseconds since the epoch. */
  readonly sendNotAfter?: number;
  /** Holds it from the start, with the reason. */
  readonly heldReason?: string;
};

/** The changes of a linked workspace that wait for its remote. */
export type Outbox = {
  /** Stores a change in the open transaction, and sends it after the commit. Returns its `item_id`. */
  readonly add: (item: NewOutboxItem) => string;
  /** The oldest change of a subject that is neither done nor canceled. */
  readonly findOpen: (subjectId: string) => OpenOutboxRow | undefined;
  /** The oldest change of each subject that is neither done nor canceled, by the subject. */
  readonly listFirst: () => ReadonlyMap<string, OpenOutboxRow>;
  /**
   * Cancels the changes of a subject in the open transaction, if the remote can have received none of them. Returns whether
   * it did.
   */
  readonly cancelUnsent: (subjectId: string) => boolean;
  /** Converts a row to the form of the API. `isFirst`: whether it is the oldest open change of its subject, if that is known. */
  readonly describe: <Row extends OutboxRow>(
    row: Row,
    known?: { readonly isFirst: boolean },
  ) => OutboxItem & Pick<Row, 'state'>;
};

/** Returns what tells the attempts to send an item apart. Call it with the item as it is stored for the attempt. */
export function describeAttempt({ item_id, attempts }: OutboxRow) {
  return { idempotencyKey: item_id, isRepeat: attempts > 1 };
}

/** What the outbox needs to send the changes of one kind. Each feature has the senders of its changes. */
export type Sender = {
  /** Whether the remote may receive the change twice without harm, even without an Idempotency-Key, as with a DELETE. */
  readonly isRepeatable: boolean;
  /**
   * Sends the change once, with this client, which may be replaced while the item is sent: the outbox has stored whether its
   * remote honours an Idempotency-Key. Resolves to the effect of the remote's response, which runs in the transaction that sets the
   * item to done, and again if that transaction fails. Rejects with RemoteError; `rejected` with `wasSent` false if the item cannot
   * be sent as it is, for example because its file is missing.
   */
  readonly send: (item: OutboxRow, signal: AbortSignal, client: RemoteClient) => Promise<() => void>;
  /** Runs in the transaction in which an item gets a state other than `done`, such as to mark a rejected call as failed. */
  readonly onState?: (item: OutboxRow, state: Exclude<OutboxState, 'done'>, reason: string | null) => void;
  /** Whether the document of an upload is kept when the upload is canceled. */
  readonly keepsDocument?: (item: OutboxRow) => boolean;
  /**
   * Runs in the transaction in which the user marks an item as done. `remoteId` is null if the user does not know it. Throws Problem
   * `remote_id_taken` if it is the ID of another item.
   */
  readonly complete: (item: OutboxRow, remoteId: string | null) => void;
  /** Asks the remote whether it made the change. Null if the remote does not report it. Rejects with RemoteError. */
  readonly check?: (item: OutboxRow, signal: AbortSignal) => Promise<(() => void) | null>;
};

export type Senders = Readonly<Record<OutboxKind, Sender>>;

/**
 * Cancels all changes in the open transaction, without their senders. Returns how many were canceled before they were sent, and of
 * how many the outcome stays unknown.
 */
export function cancelOpenItems(db: Database, cause: string, now: number): UnlinkResult {
  const rows = listOpenItems(db);
  const unsent = rows.filter(isUnsent);
  for (const row of rows) {
    const reason = unsent.includes(row) ? cause : explainUnknown(row.kind, cause);
    updateOutboxItem(db, { ...row, state: 'canceled', reason, next_attempt_at: null, settled_at: now });
  }
  return { canceled: unsent.length, unknown: rows.length - unsent.length };
}

/** Returns the error with which a change of an item waits for the remote to have the item everywhere. */
export function createNotYetError(cause: unknown): RemoteError {
  return new RemoteError('failed', 'The remote does not have it, or not yet.', { wasSent: true, cause });
}

/** `owner` has the ID that the user entered, such as: the call to +15550100. */
export function createTakenIdProblem(owner: string): Problem {
  const detail = `This is the ID of ${owner}.`;
  return new Problem('remote_id_taken', detail, { errors: [{ pointer: '/remote_id', detail }] });
}

/** Returns what is known of an item from the remote, and its next change. `outbox` is null unless the workspace is linked. */
export function describeSyncFields(
  db: Database,
  outbox: Outbox | null,
  kind: RemoteItemKind,
  localId: string,
): SyncFields {
  if (!outbox) return noSyncFields;
  return toSyncFields(outbox, findRemoteItem(db, kind, localId), outbox.findOpen(localId));
}

/** Returns the same function for a list of items, which reads all items of a kind and all changes with one query each. */
export function createSyncFieldsReader(
  db: Database,
  outbox: Outbox | null,
  kind: RemoteItemKind,
): (localId: string) => SyncFields {
  if (!outbox) return () => noSyncFields;
  const items = new Map(listRemoteItems(db, kind).map((item) => [item.local_id, item]));
  const changes = outbox.listFirst();
  return (localId) => toSyncFields(outbox, items.get(localId), changes.get(localId));
}

/** `row` is the oldest open change of the item. */
function toSyncFields(outbox: Outbox, item: RemoteItem | undefined, row: OpenOutboxRow | undefined): SyncFields {
  return {
    remote: {
      id: item?.remote_id ?? null,
      status: item?.remote_status ?? null,
      error: item?.error ?? null,
      fetched_at: typeof item?.fetched_at === 'number' ? formatTimestamp(item.fetched_at) : null,
    },
    pending: row ? outbox.describe(row, { isFirst: true }) : null,
  };
}
