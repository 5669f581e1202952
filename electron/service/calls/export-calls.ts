import type { CallFilter } from '../../../shared/calls.ts';
import type { Database } from '../db/database.ts';
import { toCsvLines } from '../http/csv-lines.ts';
import { streamText } from '../http/stream-text.ts';
import { toCallRecord, type CallRow } from './call-row.ts';
import { listCallsBefore } from './list-calls.ts';

/** Few enough that making their lines holds nobody up. */
const rowsAtOnce = 250;

const columns = [
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
  'rehearsal',
] as const;

/** The calls that a filter lets through as CSV (RFC 4180), newest first, made while it is read. */
export function exportCalls(db: Database, orgId: string, filter: CallFilter): ReadableStream<Uint8Array> {
  return streamText(makeLines(db, orgId, filter));
}

function* makeLines(db: Database, orgId: string, filter: CallFilter) {
  yield toCsvLines([[...columns]]);
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const rows = listCallsBefore(db, orgId, filter, { before, limit: rowsAtOnce });
    if (rows.length > 0) yield toCsvLines(rows.map(toFields));
    if (rows.length < rowsAtOnce) return;
    before = rows.at(-1)?.id ?? 0;
  }
}

function toFields(row: CallRow): readonly unknown[] {
  const { agent_name, ...record } = toCallRecord(row);
  const fields: Record<(typeof columns)[number], unknown> = { ...record, agent: agent_name };
  return columns.map((column) => fields[column] ?? '');
}
