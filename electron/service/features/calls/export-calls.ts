import type { CallFilter } from '../../../../shared/calls.ts';
import type { Database } from '../../platform/db/database.ts';
import { readAroundDamage } from '../../platform/db/read-around-damage.ts';
import { formatCsvLines, formatCsvNote } from '../../platform/http/csv-lines.ts';
import { streamText } from '../../platform/http/stream-text.ts';
import { isDamage } from '../../platform/http/to-problem.ts';
import { listCallsBefore } from './call-list-queries.ts';
import { toCallRecord, type CallRow } from './call-queries.ts';

/** Larger than any row id of a call. */
const maxCallId = 2 ** 40;

/** Small enough that a batch does not block other requests. */
const rowsPerBatch = 250;

const csvColumns = [
  'call_id',
  'created_at',
  'agent',
  'agent_id',
  'recipient_number',
  'status',
  'disposition',
  'duration_seconds',
  'answered_at',
  'ended_at',
  'reason',
  'simulated',
  'practice',
] as const;

/** Streams the calls that match a filter as CSV (RFC 4180), newest first, around calls that cannot be read. */
export function exportCalls(db: Database, orgId: string, filter: CallFilter): ReadableStream<Uint8Array> {
  return streamText(generateCsvLines(db, orgId, filter));
}

function* generateCsvLines(db: Database, orgId: string, filter: CallFilter) {
  yield formatCsvLines([[...csvColumns]]);
  /** A line at the position of the calls that cannot be read. */
  const notes: string[] = [];
  const batches = readAroundDamage({
    // The newest call has the highest id, and is read first: numbers are negative ids.
    first: -maxCallId,
    last: -1,
    batchSize: rowsPerBatch,
    read: (first, last, limit) =>
      listCallsBefore(db, orgId, filter, { before: 1 - first, from: -last, limit }).map((row) => ({
        id: row.id,
        fields: toCsvFields(row),
      })),
    getNumber: ({ id }) => -id,
    isDamage: (error) => isDamage(db, error),
    onUnreadable: ({ reason }) =>
      notes.push(formatCsvNote(`Unreadable: calls at this position (${reason})`, csvColumns.length)),
  });
  for (const rows of batches) yield notes.splice(0).join('') + formatCsvLines(rows.map(({ fields }) => fields));
  if (notes.length > 0) yield notes.join('');
}

function toCsvFields(row: CallRow): readonly unknown[] {
  const { agent_name, ...record } = toCallRecord(row);
  const fields: Record<(typeof csvColumns)[number], unknown> = { ...record, agent: agent_name };
  return csvColumns.map((column) => fields[column] ?? '');
}
