import type { ActivityFilter, ActivityRow } from '../../../shared/activity.ts';
import type { Database } from '../db/database.ts';
import { toCsvLines } from '../http/csv-lines.ts';
import { streamText } from '../http/stream-text.ts';
import { toActivityRow } from './activity-row.ts';
import { findLastNumber, listActivityAfter } from './queries.ts';

/** Few enough that making their lines holds nobody up. */
const rowsAtOnce = 250;

const columns = [
  'number',
  'at',
  'actor_name',
  'actor_hint',
  'actor_id',
  'role',
  'operation',
  'summary',
  'subject_id',
  'subject_label',
  'result',
  'status',
  'code',
  'request_id',
  'hash',
] as const satisfies readonly (keyof ActivityRow)[];

type Format = {
  readonly mediaType: string;
  readonly start: string;
  readonly end: string;
  readonly write: (rows: readonly ActivityRow[], isFirst: boolean) => string;
};

const formats = {
  csv: {
    mediaType: 'text/csv; charset=utf-8; header=present',
    start: toCsvLines([[...columns]]),
    end: '',
    write: (rows) => toCsvLines(rows.map((row) => columns.map((column) => row[column] ?? ''))),
  },
  json: {
    mediaType: 'application/json',
    start: '[',
    end: '\n]\n',
    write: (rows, isFirst) =>
      rows.map((row, at) => `${isFirst && at === 0 ? '' : ','}\n${JSON.stringify(row)}`).join(''),
  },
} as const satisfies Record<string, Format>;

/** The rows that a filter lets through and that were there when they were asked for, oldest first, made while they are read. */
export function exportActivity(db: Database, filter: ActivityFilter, format: keyof typeof formats): Response {
  return new Response(streamText(makeText(db, filter, findLastNumber(db), formats[format])), {
    headers: {
      'Content-Type': formats[format].mediaType,
      'Content-Disposition': `attachment; filename="activity.${format}"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}

function* makeText(db: Database, filter: ActivityFilter, last: number, { start, end, write }: Format) {
  yield start;
  let after = 0;
  for (;;) {
    const rows = listActivityAfter(db, filter, { after, limit: rowsAtOnce }).filter(({ number }) => number <= last);
    if (rows.length > 0) yield write(rows.map(toActivityRow), after === 0);
    after = rows.at(-1)?.number ?? last;
    if (rows.length < rowsAtOnce || after >= last) break;
  }
  if (end !== '') yield end;
}
