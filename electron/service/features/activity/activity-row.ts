import { hash } from 'node:crypto';
import type { ActivityEntry } from '../../../../shared/organization/activity.ts';
import { formatTimestamp } from '../../../../shared/contract/timestamp.ts';
import { describeActivity } from './describe-activity.ts';

/** A row of the table `activity`. */
export type ActivityRow = Omit<ActivityEntry, 'at' | 'summary'> & { readonly at: number };

/** The previous hash of the first row. */
export const genesisHash = '0'.repeat(64);

export function toActivityEntry(row: ActivityRow): ActivityEntry {
  const { number, at, operation, ...rest } = row;
  return { number, at: formatTimestamp(at), ...rest, operation, summary: describeActivity(row) };
}

/**
 * Returns the hash that chains a row to the previous one: SHA-256 of the previous hash, a line feed, and the row as JSON
 * with its fields in alphabetical order. `hash` and `summary` are excluded, because the wording of a summary can change.
 */
export function hashRow(previousHash: string, row: Omit<ActivityRow, 'hash'>): string {
  const canonical = JSON.stringify({
    actor_hint: row.actor_hint,
    actor_id: row.actor_id,
    actor_name: row.actor_name,
    at: formatTimestamp(row.at),
    code: row.code,
    number: row.number,
    operation: row.operation,
    request_id: row.request_id,
    result: row.result,
    role: row.role,
    status: row.status,
    subject_id: row.subject_id,
    subject_label: row.subject_label,
  });
  return hash('sha256', `${previousHash}\n${canonical}`);
}
