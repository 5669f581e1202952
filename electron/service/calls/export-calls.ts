import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CallFilter } from '../../../shared/calls.ts';
import type { Database } from '../db/database.ts';
import { toCsvLines } from '../http/csv-lines.ts';
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
  const encoder = new TextEncoder();
  let before = Number.MAX_SAFE_INTEGER;
  return new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(toCsvLines([[...columns]]))),
    pull: async (controller) => {
      // Whoever reads as fast as this is made would leave no turn to anybody else.
      await nextTurn();
      const rows = listCallsBefore(db, orgId, filter, { before, limit: rowsAtOnce });
      if (rows.length > 0) controller.enqueue(encoder.encode(toCsvLines(rows.map(toFields))));
      before = rows.at(-1)?.id ?? 0;
      if (rows.length < rowsAtOnce) controller.close();
    },
  });
}

function toFields(row: CallRow): readonly unknown[] {
  const { agent_name, ...record } = toCallRecord(row);
  const fields: Record<(typeof columns)[number], unknown> = { ...record, agent: agent_name };
  return columns.map((column) => fields[column] ?? '');
}
