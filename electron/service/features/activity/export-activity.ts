import type { ActivityFilter, ActivityEntry } from '../../../../shared/organization/activity.ts';
import type { Database } from '../../platform/db/database.ts';
import { readAroundDamage, type UnreadableRange } from '../../platform/db/read-around-damage.ts';
import {
  csvMediaType,
  formatCsvHeader,
  formatCsvLines,
  formatCsvNote,
  createDownload,
  streamText,
} from '../../platform/http/download.ts';
import { isDamage } from '../../platform/http/to-problem.ts';
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
  readonly formatRows: (rows: readonly ActivityEntry[], isFirst: boolean) => string;
  /** Ends the text with what could not be read of a damaged database. */
  readonly formatEnd: (unreadable: readonly UnreadableRange[], isFirst: boolean) => string;
};

const formats = {
  csv: {
    mediaType: csvMediaType,
    prefix: formatCsvHeader(columns),
    formatRows: (rows) => formatCsvLines(rows.map((row) => columns.map((column) => row[column] ?? ''))),
    formatEnd: (unreadable) =>
      unreadable
        .map(({ first, last, reason }) =>
          formatCsvNote(`Unreadable: entries ${first} to ${last} (${reason})`, columns.length),
        )
        .join(''),
  },
  json: {
    mediaType: 'application/json',
    prefix: '[',
    formatRows: (rows, isFirst) =>
      rows.map((row, index) => `${isFirst && index === 0 ? '' : ','}\n${JSON.stringify(row)}`).join(''),
    formatEnd: (unreadable, isFirst) =>
      `${unreadable.length > 0 ? `${isFirst ? '' : ','}\n${JSON.stringify({ unreadable })}` : ''}\n]\n`,
  },
} as const satisfies Record<string, Format>;

/** Streams the matching rows that exist at the time of the request, oldest first, around rows that cannot be read. */
export function exportActivity(db: Database, filter: ActivityFilter, format: keyof typeof formats): Response {
  const text = streamText(generateText(db, filter, findLastNumber(db), formats[format]));
  return createDownload(text, { mediaType: formats[format].mediaType, fileName: `activity.${format}` });
}

function* generateText(db: Database, filter: ActivityFilter, last: number, { prefix, formatRows, formatEnd }: Format) {
  yield prefix;
  const unreadable: UnreadableRange[] = [];
  const batches = readAroundDamage({
    first: 1,
    last,
    batchSize,
    read: (first, until, limit) =>
      listActivityAfter(db, filter, { after: first - 1, until, limit }).map(toActivityEntry),
    getNumber: ({ number }) => number,
    isDamage: (error) => isDamage(db, error),
    onUnreadable: (range) => unreadable.push(range),
  });
  let isFirst = true;
  for (const entries of batches) {
    yield formatRows(entries, isFirst);
    isFirst = false;
  }
  const end = formatEnd(unreadable, isFirst);
  if (end !== '') yield end;
}
