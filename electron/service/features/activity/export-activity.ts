import type { ActivityFilter, ActivityEntry } from '../../../../shared/activity.ts';
import type { Database } from '../../platform/db/database.ts';
import { csvMediaType, formatCsvLines } from '../../platform/http/csv-lines.ts';
import { createDownload } from '../../platform/http/download.ts';
import { streamText } from '../../platform/http/stream-text.ts';
import { toActivityEntry } from './activity-row.ts';
import { findLastNumber, listActivityAfter } from './activity-queries.ts';

/** Small enough that formatting a batch does not delay other requests. */
const batchSize = 250;

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
] as const satisfies readonly (keyof ActivityEntry)[];

type Format = {
  readonly mediaType: string;
  readonly prefix: string;
  readonly suffix: string;
  readonly formatRows: (rows: readonly ActivityEntry[], isFirst: boolean) => string;
};

const formats = {
  csv: {
    mediaType: csvMediaType,
    prefix: formatCsvLines([[...columns]]),
    suffix: '',
    formatRows: (rows) => formatCsvLines(rows.map((row) => columns.map((column) => row[column] ?? ''))),
  },
  json: {
    mediaType: 'application/json',
    prefix: '[',
    suffix: '\n]\n',
    formatRows: (rows, isFirst) =>
      rows.map((row, index) => `${isFirst && index === 0 ? '' : ','}\n${JSON.stringify(row)}`).join(''),
  },
} as const satisfies Record<string, Format>;

/** Streams the matching rows that exist at the time of the request, oldest first. */
export function exportActivity(db: Database, filter: ActivityFilter, format: keyof typeof formats): Response {
  const text = streamText(generateText(db, filter, findLastNumber(db), formats[format]));
  return createDownload(text, { mediaType: formats[format].mediaType, fileName: `activity.${format}` });
}

function* generateText(db: Database, filter: ActivityFilter, last: number, { prefix, suffix, formatRows }: Format) {
  yield prefix;
  let after = 0;
  for (;;) {
    const rows = listActivityAfter(db, filter, { after, limit: batchSize }).filter(({ number }) => number <= last);
    if (rows.length > 0) yield formatRows(rows.map(toActivityEntry), after === 0);
    after = rows.at(-1)?.number ?? last;
    if (rows.length < batchSize || after >= last) break;
  }
  if (suffix !== '') yield suffix;
}
