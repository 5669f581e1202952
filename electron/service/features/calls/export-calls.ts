import type { CallFilter } from '../../../../shared/calls.ts';
import type { Database } from '../../platform/db/database.ts';
import { formatCsvLines } from '../../platform/http/csv-lines.ts';
import { streamText } from '../../platform/http/stream-text.ts';
import { listCallsBefore } from './call-list-queries.ts';
import { toCallRecord, type CallRow } from './call-queries.ts';

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

/** Streams the calls that match a filter as CSV (RFC 4180), newest first. */
export function exportCalls(db: Database, orgId: string, filter: CallFilter): ReadableStream<Uint8Array> {
  return streamText(generateCsvLines(db, orgId, filter));
}

function* generateCsvLines(db: Database, orgId: string, filter: CallFilter) {
  yield formatCsvLines([[...csvColumns]]);
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const rows = listCallsBefore(db, orgId, filter, { before, limit: rowsPerBatch });
    if (rows.length > 0) yield formatCsvLines(rows.map(toCsvFields));
    if (rows.length < rowsPerBatch) return;
    before = rows.at(-1)?.id ?? 0;
  }
}

function toCsvFields(row: CallRow): readonly unknown[] {
  const { agent_name, ...record } = toCallRecord(row);
  const fields: Record<(typeof csvColumns)[number], unknown> = { ...record, agent: agent_name };
  return csvColumns.map((column) => fields[column] ?? '');
}
