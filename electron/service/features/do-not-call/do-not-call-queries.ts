import type { DoNotCallEntry } from '../../../../shared/calls/do-not-call.ts';
import { listNumbersOfSubscriber, normalizePhoneNumber } from '../../platform/phone-numbers.ts';
import { formatTimestamp } from '../../../../shared/contract/timestamp.ts';
import type { Database } from '../../platform/db/database.ts';

type EntryRow = Omit<DoNotCallEntry, 'added_at'> & { readonly added_at: number };

export type NewDoNotCallEntry = EntryRow;

type NumberedEntryRow = EntryRow & { readonly row_id: number };

const columns = 'entry_id, recipient_number, reason, source, call_id, added_at';

/** Returns all entries, newest first. */
export function listEntries(db: Database, orgId: string): readonly DoNotCallEntry[] {
  const sql = `SELECT ${columns} FROM do_not_call WHERE org_id = ? ORDER BY added_at DESC, id DESC`;
  return db.all<EntryRow>(sql, orgId).map(toEntry);
}

/** Returns entries by row id, which no damage of an index prevents. */
export function listEntryRows(
  db: Database,
  orgId: string,
  page: { readonly first: number; readonly last: number; readonly limit: number },
): readonly NumberedEntryRow[] {
  return db.all<NumberedEntryRow>(
    `SELECT id AS row_id, ${columns} FROM do_not_call NOT INDEXED
     WHERE org_id = ? AND id BETWEEN ? AND ? ORDER BY id LIMIT ?`,
    orgId,
    page.first,
    page.last,
    page.limit,
  );
}

export function countEntries(db: Database, orgId: string): number {
  return Number(db.get('SELECT count(*) AS count FROM do_not_call WHERE org_id = ?', orgId)?.['count']);
}

/** Finds the entry of a number, or else of another number of the same subscriber. */
export function findEntryByNumber(db: Database, orgId: string, number: string): DoNotCallEntry | undefined {
  const numbers = listNumbersOfSubscriber(normalizePhoneNumber(number));
  const places = numbers.map(() => '?').join();
  const sql = `SELECT ${columns} FROM do_not_call WHERE org_id = ? AND recipient_number IN (${places})`;
  const rows = db.all<EntryRow>(sql, orgId, ...numbers);
  const row = rows.find(({ recipient_number }) => recipient_number === numbers[0]) ?? rows[0];
  return row && toEntry(row);
}

/** Stores an entry, unless the number has one. Returns whether it was stored. */
export function insertEntry(db: Database, orgId: string, entry: NewDoNotCallEntry): boolean {
  const { changes } = db.run(
    `INSERT INTO do_not_call (org_id, ${columns}) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (org_id, recipient_number) DO NOTHING`,
    orgId,
    entry.entry_id,
    entry.recipient_number,
    entry.reason,
    entry.source,
    entry.call_id,
    entry.added_at,
  );
  return changes > 0;
}

/** Returns the deleted entry. */
export function deleteEntry(db: Database, orgId: string, entryId: string): DoNotCallEntry | undefined {
  const sql = `DELETE FROM do_not_call WHERE org_id = ? AND entry_id = ? RETURNING ${columns}`;
  const row = db.get<EntryRow>(sql, orgId, entryId);
  return row && toEntry(row);
}

export function toEntry({ added_at, ...row }: EntryRow): DoNotCallEntry {
  return { ...row, added_at: formatTimestamp(added_at) };
}
