// Public: other features may import this file.
import * as z from 'zod';
import type { FollowUpKind, FollowUpState } from '../../../../../shared/calls/follow-ups.ts';
import type { Database, SqlValue } from '../../../platform/db/database.ts';
import { authorNameColumns, joinAuthorNames } from '../../organizations/author-names-sql.ts';
import type { AuthorFields, AuthorNames } from '../../organizations/authors.ts';
import type { CallRow } from '../call-queries.ts';

/** A row of the table `follow_up`. */
export type StoredFollowUp = AuthorFields & {
  readonly kind: FollowUpKind;
  readonly field: string;
  readonly reason: string;
  readonly due_words: string;
  readonly due_at: number | null;
  readonly due_has_time: 0 | 1;
  readonly created_at: number;
  readonly snoozed_until: number | null;
  readonly done_at: number | null;
};

/** The author of a follow-up that nobody has changed. */
export const unchanged: AuthorFields = { author_id: null, key_id: '', author_name: null };

export type FollowUpRow = StoredFollowUp &
  AuthorNames &
  Pick<CallRow, 'call_id' | 'agent_id' | 'agent_name' | 'recipient_number'> & { readonly call: number };

const columns =
  'kind, field, reason, due_words, due_at, due_has_time, created_at, snoozed_until, done_at, author_id, key_id, author_name';

const selectFollowUps = `
  SELECT ${columns
    .split(', ')
    .map((column) => `follow_up.${column}`)
    .join(
      ', ',
    )}, follow_up.call, call.call_id, call.agent_id, call.agent_name, call.recipient_number, ${authorNameColumns}
  FROM follow_up JOIN call ON call.id = follow_up.call ${joinAuthorNames('follow_up')}`;

/** Stores a follow-up, in place of one with the same kind and field. */
export function upsertFollowUp(db: Database, call: Pick<CallRow, 'id' | 'org_id'>, row: StoredFollowUp): void {
  db.run(
    `INSERT INTO follow_up (call, org_id, ${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (call, kind, field) DO UPDATE SET reason = excluded.reason, due_words = excluded.due_words,
       due_at = excluded.due_at, due_has_time = excluded.due_has_time, created_at = excluded.created_at,
       snoozed_until = excluded.snoozed_until, done_at = excluded.done_at, author_id = excluded.author_id,
       key_id = excluded.key_id, author_name = excluded.author_name`,
    call.id,
    call.org_id,
    row.kind,
    row.field,
    row.reason,
    row.due_words,
    row.due_at,
    row.due_has_time,
    row.created_at,
    row.snoozed_until,
    row.done_at,
    row.author_id,
    row.key_id,
    row.author_name,
  );
}

type FollowUpName = Pick<StoredFollowUp, 'kind' | 'field'>;

export function findFollowUp(db: Database, call: number, { kind, field }: FollowUpName): FollowUpRow | undefined {
  const sql = `${selectFollowUps} WHERE follow_up.call = ? AND follow_up.kind = ? AND follow_up.field = ?`;
  return db.get<FollowUpRow>(sql, call, kind, field);
}

export function deleteFollowUp(db: Database, call: number, { kind, field }: FollowUpName): void {
  db.run('DELETE FROM follow_up WHERE call = ? AND kind = ? AND field = ?', call, kind, field);
}

export function listFollowUpsOfCall(db: Database, call: number): readonly FollowUpRow[] {
  return db.all<FollowUpRow>(
    `${selectFollowUps} WHERE follow_up.call = ? ORDER BY follow_up.kind, follow_up.field`,
    call,
  );
}

type FollowUpFilter = { readonly state: FollowUpState | undefined; readonly now: number };

const conditions = {
  open: 'follow_up.done_at IS NULL AND (follow_up.snoozed_until IS NULL OR follow_up.snoozed_until <= ?)',
  snoozed: 'follow_up.done_at IS NULL AND follow_up.snoozed_until > ?',
  done: 'follow_up.done_at IS NOT NULL',
} as const satisfies Record<FollowUpState, string>;

/** Lists follow-ups: the earliest due first, and done ones in the order in which they were done, the latest first. */
export function listFollowUps(
  db: Database,
  orgId: string,
  { state, now }: FollowUpFilter,
  { after, limit }: { readonly after: FollowUpKey | null; readonly limit: number },
): readonly FollowUpRow[] {
  const values: SqlValue[] = state === 'open' || state === 'snoozed' ? [now] : [];
  const isDone = state === 'done';
  const time = isDone ? 'follow_up.done_at' : 'coalesce(follow_up.due_at, follow_up.created_at)';
  const name = 'follow_up.call, follow_up.kind, follow_up.field';
  const isAfter = `AND (${time} ${isDone ? '<' : '>'} ? OR (${time} = ? AND (${name}) > (?, ?, ?)))`;
  return db.all<FollowUpRow>(
    `${selectFollowUps} WHERE follow_up.org_id = ? ${state ? `AND ${conditions[state]}` : ''} ${after ? isAfter : ''}
     ORDER BY ${time} ${isDone ? 'DESC' : 'ASC'}, ${name} LIMIT ?`,
    orgId,
    ...values,
    ...(after ? [after[0], ...after] : []),
    limit,
  );
}

/** The values by which follow-ups are sorted. */
export const followUpKeySchema = z.tuple([z.int(), z.int(), z.string(), z.string()]);

type FollowUpKey = z.infer<typeof followUpKeySchema>;

export function getFollowUpKey(
  { due_at, created_at, done_at, call, kind, field }: FollowUpRow,
  state: FollowUpState | undefined,
): FollowUpKey {
  return [(state === 'done' ? done_at : due_at) ?? created_at, call, kind, field];
}

/** Moves the follow-ups of a call to another call, whose own take precedence. */
export function moveFollowUps(db: Database, from: number, to: number): void {
  db.run('UPDATE OR IGNORE follow_up SET call = ? WHERE call = ?', to, from);
}
