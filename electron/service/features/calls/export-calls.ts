import type { CallFilter } from '../../../../shared/call-filter.ts';
import type { CallExportFormat } from '../../../../shared/calls.ts';
import type { Note } from '../../../../shared/notes.ts';
import type { Database } from '../../platform/db/database.ts';
import { readAroundDamage } from '../../platform/db/read-around-damage.ts';
import { csvMediaType, formatCsvLines, formatCsvNote } from '../../platform/http/csv-lines.ts';
import { streamText } from '../../platform/http/stream-text.ts';
import { isDamage } from '../../platform/http/to-problem.ts';
import { listCallsBefore } from './call-list-queries.ts';
import { findCallByRowId, readCallMetadata, type CallRow } from './call-queries.ts';
import { createRecordReader } from './call-records.ts';
import { listNotes, toNote } from './note-queries.ts';
import { createScorecardReader } from './scorecard/read-scorecard.ts';

/** Larger than any row id of a call. */
const maxCallId = 2 ** 40;

/** Small enough that a batch does not block other requests: a call with its scorecard takes about half a millisecond. */
const rowsPerBatch = 50;

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
  'recipient_name',
  'tags',
  'review_state',
  'assignee',
  'score_percent',
  'scores',
  'notes',
] as const;

type CallReader = ReturnType<typeof createCallReader>;

type ExportedCall = ReturnType<CallReader>;

type Format = {
  readonly start: string;
  readonly formatCalls: (calls: readonly ExportedCall[], isFirst: boolean) => string;
  /** Formats the reason why calls at this position cannot be read. */
  readonly formatUnreadable: (reason: string, isFirst: boolean) => string;
  readonly end: string;
};

const formats: Readonly<Record<CallExportFormat, Format>> = {
  csv: {
    start: formatCsvLines([[...csvColumns]]),
    formatCalls: (calls) => formatCsvLines(calls.map(toCsvFields)),
    formatUnreadable: (reason) => formatCsvNote(`Unreadable: calls at this position (${reason})`, csvColumns.length),
    end: '',
  },
  json: {
    start: '[',
    formatCalls: (calls, isFirst) => calls.map((call, index) => formatItem(call, isFirst && index === 0)).join(''),
    formatUnreadable: (unreadable, isFirst) => formatItem({ unreadable }, isFirst),
    end: '\n]\n',
  },
};

export const exportMediaTypes = {
  csv: csvMediaType,
  json: 'application/json',
} as const satisfies Record<CallExportFormat, string>;

/** Streams the calls that match a filter, newest first, around calls that cannot be read. CSV follows RFC 4180. */
export function exportCalls(
  db: Database,
  orgId: string,
  filter: CallFilter,
  format: CallExportFormat,
): ReadableStream<Uint8Array> {
  // The newest call has the highest id, and is read first: numbers are negative ids.
  return streamCalls(db, orgId, format, {
    first: -maxCallId,
    last: -1,
    listRows: (first, last, limit) =>
      listCallsBefore(db, orgId, filter, { before: 1 - first, from: -last, limit }).map((row) => [-row.id, row]),
  });
}

/** Streams the calls with these row ids, newest first, around calls that cannot be read. */
export function exportCallsByRowId(
  db: Database,
  orgId: string,
  rowIds: readonly number[],
  format: CallExportFormat,
): ReadableStream<Uint8Array> {
  const ids = rowIds.toSorted((a, b) => b - a);
  return streamCalls(db, orgId, format, {
    first: 0,
    last: ids.length - 1,
    listRows: (first, last, limit) => listExistingCalls(db, orgId, ids, { first, last, limit }),
  });
}

type Range = { readonly first: number; readonly last: number; readonly limit: number };

/** Lists calls with their positions among the row ids. A call can have been deleted since the export started. */
function listExistingCalls(db: Database, orgId: string, ids: readonly number[], { first, last, limit }: Range) {
  const found: (readonly [number, CallRow])[] = [];
  for (const [index, id] of ids.slice(first, last + 1).entries()) {
    const row = findCallByRowId(db, orgId, id);
    if (row) found.push([first + index, row]);
    if (found.length === limit) break;
  }
  return found;
}

type Source = {
  readonly first: number;
  readonly last: number;
  /** Lists at most `limit` rows from the number `first` to `last`, each with its number. */
  readonly listRows: (first: number, last: number, limit: number) => readonly (readonly [number, CallRow])[];
};

function streamCalls(db: Database, orgId: string, format: CallExportFormat, source: Source) {
  return streamText(generateText(db, createCallReader(db, orgId), formats[format], source));
}

function* generateText(
  db: Database,
  readCall: CallReader,
  { start, formatCalls, formatUnreadable, end }: Format,
  { first, last, listRows }: Source,
) {
  yield start;
  /** The reasons at the position of the calls that cannot be read. */
  const reasons: string[] = [];
  const batches = readAroundDamage({
    first,
    last,
    batchSize: rowsPerBatch,
    read: (from, until, limit) =>
      listRows(from, until, limit).map(([number, row]) => ({ number, call: readCall(row) })),
    getNumber: ({ number }) => number,
    isDamage: (error) => isDamage(db, error),
    onUnreadable: ({ reason }) => reasons.push(reason),
  });
  let isFirst = true;
  const formatReasons = () => {
    const lines = reasons.splice(0).map((reason, index) => formatUnreadable(reason, isFirst && index === 0));
    if (lines.length > 0) isFirst = false;
    return lines.join('');
  };
  for (const rows of batches) {
    const lines = formatReasons();
    const calls = rows.map(({ call }) => call);
    yield lines + formatCalls(calls, isFirst);
    isFirst = false;
  }
  yield formatReasons() + end;
}

function createCallReader(db: Database, orgId: string) {
  const readRecord = createRecordReader({ db, orgId, outbox: null });
  const readScorecard = createScorecardReader(db, orgId);
  return (row: CallRow) => {
    const { match: _, pending: __, remote: ___, ...record } = readRecord(row);
    return {
      ...record,
      metadata: readCallMetadata(db, orgId, row.id),
      notes: listNotes(db, row.id).map(toNote),
      scorecard: readScorecard(row),
    };
  };
}

function toCsvFields({ agent_name, tags, assignee, notes, scorecard, ...call }: ExportedCall): readonly unknown[] {
  const fields: Record<(typeof csvColumns)[number], unknown> = {
    ...call,
    agent: agent_name,
    tags: tags.join('; '),
    assignee: assignee && (assignee.email ?? assignee.user_id),
    score_percent: scorecard.total_percent,
    scores: scorecard.criteria
      .flatMap(({ name, answer }) => (answer === 'yes' || answer === 'no' ? [`${name}: ${answer}`] : []))
      .join('; '),
    notes: notes.map(formatNote).join('\n'),
  };
  return csvColumns.map((column) => fields[column] ?? '');
}

/** Formats a note with its position in seconds. */
function formatNote({ at_seconds, text }: Note): string {
  return `[${at_seconds} s] ${text}`;
}

function formatItem(value: unknown, isFirst: boolean): string {
  return `${isFirst ? '' : ','}\n${JSON.stringify(value)}`;
}
