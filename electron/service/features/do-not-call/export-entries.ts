import { doNotCallEntrySchema } from '../../../../shared/calls/do-not-call.ts';
import type { Database } from '../../platform/db/database.ts';
import { formatCsvLines, formatCsvNote } from '../../platform/http/csv-lines.ts';
import { readExportedRows } from '../../platform/http/read-exported-rows.ts';
import { countEntries, listEntryRows, toEntry } from './do-not-call-queries.ts';

const columns = ['recipient_number', 'reason', 'source', 'call_id', 'added_at'] as const;

/** Formats the list as CSV (RFC 4180), newest first. If entries cannot be read, the last line contains their number. */
export function exportEntries(db: Database, orgId: string): string {
  const { items, unreadable } = readExportedRows(db, {
    noun: 'entries',
    read: (first, last, limit) => listEntryRows(db, orgId, { first, last, limit }),
    convert: ({ row_id: _rowId, ...row }) => doNotCallEntrySchema.parse(toEntry(row)),
    count: () => countEntries(db, orgId),
  });
  const newestFirst = items
    .toReversed()
    .toSorted((one, other) => Date.parse(other.added_at) - Date.parse(one.added_at));
  const lines = newestFirst.map((entry) => columns.map((column) => entry[column] ?? ''));
  return formatCsvLines([columns, ...lines]) + (unreadable === null ? '' : formatCsvNote(unreadable, columns.length));
}
