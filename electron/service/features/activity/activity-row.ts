import { hash } from 'node:crypto';
import type { ActivityEntry } from '../../../../shared/activity.ts';
import { appRoutes, v1Routes } from '../../../../shared/contract.ts';
import type { Route } from '../../../../shared/route.ts';

/** A row of the table `activity`. */
export type StoredActivityRow = Omit<ActivityEntry, 'at' | 'summary'> & { readonly at: number };

/** What the first row is chained to. */
export const genesisHash = '0'.repeat(64);

const summaries = new Map(
  [...Object.values<Route>(v1Routes), ...Object.values<Route>(appRoutes)].map(({ id, summary }) => [id, summary]),
);

/** What an operation does, in the contract's words; its id where this version does not know it. */
export function getOperationSummary(operation: string): string {
  return summaries.get(operation) ?? operation;
}

export function toActivityRow(row: StoredActivityRow): ActivityEntry {
  const { number, at, operation, ...rest } = row;
  return { number, at: new Date(at).toISOString(), ...rest, operation, summary: getOperationSummary(operation) };
}

/**
 * The hash that chains a row to the one before: SHA-256 over that one's hash, a line feed, and the row as JSON with its
 * fields in alphabetical order, without hash and summary (which may be worded anew).
 */
export function hashRow(before: string, row: Omit<StoredActivityRow, 'hash'>): string {
  const canonical = JSON.stringify({
    actor_hint: row.actor_hint,
    actor_id: row.actor_id,
    actor_name: row.actor_name,
    at: new Date(row.at).toISOString(),
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
  return hash('sha256', `${before}\n${canonical}`);
}
