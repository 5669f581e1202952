// Public: other features may import this file.
import {
  decisionStates,
  outboxKinds,
  type OpenOutboxState,
  type OutboxKind,
  type OutboxState,
} from '../../../../shared/workspaces/sync.ts';
import type { Database } from '../../platform/db/database.ts';

/** A row of the table `outbox_item`. Times are milliseconds since the epoch. */
export type OutboxRow = {
  readonly id: number;
  /** Also the Idempotency-Key. */
  readonly item_id: string;
  readonly org_id: string;
  readonly kind: OutboxKind;
  readonly state: OutboxState;
  /** The local ID of the document, call or build request. The changes of one subject are sent in order. */
  readonly subject_id: string;
  readonly label: string;
  /** JSON, in the form that the sender of its kind reads. */
  readonly payload: string;
  readonly placed_by: string;
  readonly reason: string | null;
  readonly attempts: number;
  readonly created_at: number;
  /** When the remote may first have made the change; null if it cannot have made it. */
  readonly first_sent_at: number | null;
  /** Identifies the remote and the API key that have received its Idempotency-Key; null if they do not honour it. */
  readonly key_hash: string | null;
  /** 1 if the user chose to send it again although the remote may have made the change; 0 again once it is sent. */
  readonly is_repeat_accepted: 0 | 1;
  readonly next_attempt_at: number | null;
  readonly send_not_after: number | null;
  readonly settled_at: number | null;
};

/** A row of an item that is neither done nor canceled. */
export type OpenOutboxRow = OutboxRow & { readonly state: OpenOutboxState };

const decisions = decisionStates.map((state) => `'${state}'`).join(', ');

/** With this condition, SQLite uses the index of the items that are neither done nor canceled. */
const isOpen = `state NOT IN ('done', 'canceled')`;

/** Selects the local IDs of the calls that wait for a decision. */
export const undecidedCallIds = `
  SELECT subject_id FROM outbox_item WHERE ${isOpen} AND state IN (${decisions}) AND kind = 'place_call'`;

export function insertOutboxItem(
  db: Database,
  item: Pick<
    OutboxRow,
    | 'item_id'
    | 'org_id'
    | 'kind'
    | 'state'
    | 'subject_id'
    | 'label'
    | 'payload'
    | 'placed_by'
    | 'reason'
    | 'created_at'
    | 'send_not_after'
  >,
): void {
  db.run(
    `INSERT INTO outbox_item
       (item_id, org_id, kind, state, subject_id, label, payload, placed_by, reason, created_at, send_not_after)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    item.item_id,
    item.org_id,
    item.kind,
    item.state,
    item.subject_id,
    item.label,
    item.payload,
    item.placed_by,
    item.reason,
    item.created_at,
    item.send_not_after,
  );
}

/** Stores the columns of an item that change. */
export function updateOutboxItem(db: Database, item: OutboxRow): void {
  db.run(
    `UPDATE outbox_item SET state = ?, reason = ?, attempts = ?, first_sent_at = ?, key_hash = ?, is_repeat_accepted = ?,
       next_attempt_at = ?, send_not_after = ?, settled_at = ?
     WHERE id = ?`,
    item.state,
    item.reason,
    item.attempts,
    item.first_sent_at,
    item.key_hash,
    item.is_repeat_accepted,
    item.next_attempt_at,
    item.send_not_after,
    item.settled_at,
    item.id,
  );
}

export function findOutboxItem(db: Database, itemId: string): OutboxRow | undefined {
  return db.get<OutboxRow>('SELECT * FROM outbox_item WHERE item_id = ?', itemId);
}

/** Returns the items that are neither done nor canceled, the oldest first. */
export function listOpenItems(db: Database): readonly OpenOutboxRow[] {
  return db.all<OpenOutboxRow>(`SELECT * FROM outbox_item WHERE ${isOpen} ORDER BY id`);
}

/** Returns the items that wait for a decision, the oldest first. */
export function listUndecidedItems(db: Database): readonly OutboxRow[] {
  return db.all<OutboxRow>(`SELECT * FROM outbox_item WHERE ${isOpen} AND state IN (${decisions}) ORDER BY id`);
}

/** Returns the items of a subject that are neither done nor canceled, the oldest first. */
export function listOpenItemsOfSubject(db: Database, subjectId: string): readonly OutboxRow[] {
  return db.all<OutboxRow>(`SELECT * FROM outbox_item WHERE subject_id = ? AND ${isOpen} ORDER BY id`, subjectId);
}

/** Returns the oldest item of a subject that is neither done nor canceled. */
export function findOpenItem(db: Database, subjectId: string): OpenOutboxRow | undefined {
  return db.get<OpenOutboxRow>(
    `SELECT * FROM outbox_item WHERE subject_id = ? AND ${isOpen} ORDER BY id LIMIT 1`,
    subjectId,
  );
}

export type SendFilter = {
  readonly now: number;
  /** The latest time for which an attempt can be planned. A later time was planned before the clock was set back. */
  readonly latestPlan: number;
  /** The largest number of items of each kind. */
  readonly counts: ReadonlyMap<OutboxKind, number>;
};

/** Selects the kinds of which items are queued. Reads one entry of the index for each. */
const selectQueuedKinds = outboxKinds
  .map(
    (kind) =>
      `SELECT '${kind}' AS kind WHERE EXISTS (SELECT 1 FROM outbox_item WHERE state = 'queued' AND kind = '${kind}')`,
  )
  .join(' UNION ALL ');

/** Returns the queued items that are due and are the first open items of their subjects, the oldest first. */
export function listItemsToSend(db: Database, { now, latestPlan, counts }: SendFilter): readonly OutboxRow[] {
  const queuedKinds = db.all<{ readonly kind: OutboxKind }>(selectQueuedKinds).map(({ kind }) => kind);
  const listOfKind = ([kind, count]: readonly [OutboxKind, number]) =>
    db.all<OutboxRow>(
      `SELECT * FROM outbox_item AS item
       WHERE state = 'queued' AND kind = ? AND (next_attempt_at IS NULL OR next_attempt_at <= ? OR next_attempt_at > ?)
         AND NOT EXISTS (
           SELECT 1 FROM outbox_item AS earlier
           WHERE earlier.subject_id = item.subject_id AND earlier.id < item.id AND earlier.state NOT IN ('done', 'canceled')
         )
       ORDER BY id LIMIT ?`,
      kind,
      now,
      latestPlan,
      count,
    );
  const wanted = [...counts].filter(([kind]) => queuedKinds.includes(kind));
  return wanted.flatMap(listOfKind).toSorted((a, b) => a.id - b.id);
}

/** Returns the items of a kind that are neither done nor canceled, the oldest first. */
export function listOpenItemsOfKind(db: Database, kind: OutboxKind): readonly OutboxRow[] {
  return db.all<OutboxRow>(`SELECT * FROM outbox_item WHERE ${isOpen} AND kind = ? ORDER BY id`, kind);
}

/** Returns the items that are neither done nor canceled, and those that were added after an item. */
export function listItemsSince(
  db: Database,
  id: number,
): readonly Pick<OutboxRow, 'kind' | 'subject_id' | 'payload'>[] {
  return db.all<OutboxRow>(
    `SELECT kind, subject_id, payload FROM outbox_item WHERE ${isOpen}
     UNION ALL SELECT kind, subject_id, payload FROM outbox_item WHERE id > ? AND NOT (${isOpen})`,
    id,
  );
}

/** Whether an item is stored as in flight with this attempt. */
export function isAttemptInFlight(db: Database, { id, attempts }: Pick<OutboxRow, 'id' | 'attempts'>): boolean {
  const sql = `SELECT 1 FROM outbox_item WHERE id = ? AND state = 'in_flight' AND attempts = ?`;
  return db.get(sql, id, attempts) !== undefined;
}

export function listInFlightItems(db: Database): readonly OutboxRow[] {
  return db.all<OutboxRow>(`SELECT * FROM outbox_item WHERE ${isOpen} AND state = 'in_flight' ORDER BY id`);
}

/** Returns the queued calls that would be placed as if they were new, up to an item. */
export function listCallsToConfirm(db: Database, lastId: number): readonly OutboxRow[] {
  return db.all<OutboxRow>(
    `SELECT * FROM outbox_item
     WHERE ${isOpen} AND state = 'queued' AND kind = 'place_call' AND (first_sent_at IS NULL OR is_repeat_accepted = 1)
       AND id <= ? ORDER BY id`,
    lastId,
  );
}

/**
 * Returns the queued items that must not be sent any more, in the order in which they expired. A time after `latestExpiry` was set before
 * the clock was set back.
 */
export function listExpiredItems(db: Database, now: number, latestExpiry: number): readonly OutboxRow[] {
  return db.all<OutboxRow>(
    `SELECT * FROM outbox_item
     WHERE state = 'queued' AND send_not_after IS NOT NULL AND (send_not_after <= ? OR send_not_after > ?)
     ORDER BY send_not_after`,
    now,
    latestExpiry,
  );
}

/**
 * Returns the earliest time after now at which a queued item is due or expires; null if there is no such time, and undefined if
 * nothing is queued.
 */
export function findNextTime(db: Database, now: number): number | null | undefined {
  return db.get<{ readonly time: number | null }>(
    `SELECT min(coalesce(attempt, expiry), coalesce(expiry, attempt)) AS time FROM (
       SELECT (SELECT min(next_attempt_at) FROM outbox_item WHERE state = 'queued' AND next_attempt_at > ?) AS attempt,
         (SELECT min(send_not_after) FROM outbox_item WHERE state = 'queued' AND send_not_after > ?) AS expiry
     ) AS next WHERE EXISTS (SELECT 1 FROM outbox_item WHERE ${isOpen} AND state = 'queued')`,
    now,
    now,
  )?.time;
}

/** Makes all queued items due. */
export function clearNextAttempts(db: Database): number {
  return db.run(
    `UPDATE outbox_item SET next_attempt_at = NULL WHERE ${isOpen} AND state = 'queued' AND next_attempt_at IS NOT NULL`,
  ).changes;
}

export function findLastItemId(db: Database): number {
  return db.get<{ readonly id: number }>('SELECT coalesce(max(id), 0) AS id FROM outbox_item')?.id ?? 0;
}

/** Deletes the items that were done or canceled before a time. */
export function deleteSettledItems(db: Database, before: number): void {
  db.run(`DELETE FROM outbox_item WHERE state IN ('done', 'canceled') AND settled_at < ?`, before);
}

/** A remote may need this long until it has a new item everywhere: until then, a 404 does not show that the item was deleted. */
const newItemMs = 60_000;

/** Whether the remote accepted a new document, call or build request within the last minute. */
export function isNewOnRemote(db: Database, subjectId: string, now: number): boolean {
  const sql = `SELECT 1 FROM outbox_item WHERE subject_id = ? AND state = 'done' AND settled_at > ? AND settled_at <= ?
    AND kind IN ('upload_document', 'place_call', 'submit_request')`;
  return db.get(sql, subjectId, now - newItemMs, now) !== undefined;
}

export type OpenItemCounts = {
  /** Queued or in flight. */
  readonly waiting: number;
  readonly inFlight: number;
  /** Held, unknown or rejected. */
  readonly needsYou: number;
};

export function countOpenItems(db: Database): OpenItemCounts {
  const row = db.get<OpenItemCounts>(
    `SELECT count(*) FILTER (WHERE state NOT IN (${decisions})) AS waiting,
       count(*) FILTER (WHERE state = 'in_flight') AS inFlight, count(*) FILTER (WHERE state IN (${decisions})) AS needsYou
     FROM outbox_item WHERE ${isOpen}`,
  );
  return row ?? { waiting: 0, inFlight: 0, needsYou: 0 };
}
