import {
  analysisColumns,
  analyzeCall,
  formatNoteField,
  toAnalysisFields,
} from '../../../../shared/calls/call-analysis.ts';
import type { CallFilter } from '../../../../shared/calls/call-filter.ts';
import type { Correction } from '../../../../shared/calls/call-outcomes.ts';
import type { CallExportFormat } from '../../../../shared/calls/calls.ts';
import type { Database } from '../../platform/db/database.ts';
import { readAroundDamage } from '../../platform/db/read-around-damage.ts';
import {
  csvMediaType,
  formatCsvHeader,
  formatCsvLines,
  formatCsvNote,
  streamText,
} from '../../platform/http/download.ts';
import { isDamage } from '../../platform/http/to-problem.ts';
import { listCallIds, listCallsBefore } from './call-list-queries.ts';
import { findCallByRowId, readCallMetadata, type CallRow } from './call-queries.ts';
import { createRecordReader } from './call-records.ts';
import { listNotes, readNote } from './note-queries.ts';
import { listCapturedFields } from './outcome/captured-field-queries.ts';
import { listCorrections } from './outcome/correction-queries.ts';
import { toCapturedField } from './outcome/describe-outcome.ts';
import { findRemoteCall } from './remote/remote-call-queries.ts';
import { createScorecardReader } from './scorecard/read-scorecard.ts';
import { filtersByTotal } from './scorecard/total-queries.ts';
import { listTimedTurns } from './turn-queries.ts';

/** Larger than any row id of a call. */
const maxCallId = 2 ** 40;

/** Small enough that a batch does not block other requests, and that its transcripts fit into the memory. */
const rowsPerBatch = 20;

const csvColumns = [
  'call_id',
  'created_at',
  'agent',
  'agent_id',
  'agent_version',
  'recipient_number',
  'status',
  'disposition',
  'duration_seconds',
  'answered_at',
  'ended_at',
  'reason',
  'simulated',
  'practice',
  'trial',
  'recipient_name',
  'tags',
  'review_state',
  'assignee',
  ...analysisColumns,
  'notes',
  'summary',
  'concerns',
  'next_steps',
  'topics',
  'is_success',
  'captured_fields',
  'corrections',
  'metadata',
] as const;

type CallReader = ReturnType<typeof createCallReader>;

/** A call as it is read. Its transcript is analyzed when it is written. */
type CallWithTurns = ReturnType<CallReader>;

type ExportedCall = ReturnType<typeof toExportedCall>;

type Format = {
  readonly start: string;
  readonly formatCall: (call: ExportedCall, isFirst: boolean) => string;
  /** Formats the reason why calls at this position cannot be read. */
  readonly formatUnreadable: (reason: string, isFirst: boolean) => string;
  readonly end: string;
};

const formats: Readonly<Record<CallExportFormat, Format>> = {
  csv: {
    start: formatCsvHeader(csvColumns),
    formatCall: (call) => formatCsvLines([toCsvFields(call)]),
    formatUnreadable: (reason) => formatCsvNote(`Unreadable: calls at this position (${reason})`, csvColumns.length),
    end: '',
  },
  json: {
    start: '[',
    formatCall: formatItem,
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
  // Totals can change during the export, so the calls that have one are found at its start.
  if (filtersByTotal(filter)) return exportCallsByRowId(db, orgId, listCallIds(db, orgId, filter), format);
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
  { start, formatCall, formatUnreadable, end }: Format,
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
    yield formatReasons();
    for (const { call } of rows) {
      yield formatCall(toExportedCall(call), isFirst);
      isFirst = false;
    }
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
      captured_fields: listCapturedFields(db, row.id).map(toCapturedField),
      corrections: listCorrections(db, row.id),
      notes: listNotes(db, row.id).map((note) => readNote(db, note)),
      scorecard: readScorecard(row),
      turns: listTimedTurns(db, row.id),
      hasTimes: findRemoteCall(db, row.id)?.times !== 'unknown',
    };
  };
}

function toExportedCall({ turns, hasTimes, ...call }: CallWithTurns) {
  return { ...call, ...analyzeCall(turns, { hasTimes }) };
}

function toCsvFields(exported: ExportedCall): readonly unknown[] {
  const { agent_name, tags, assignee, notes, scorecard, summary, concerns, next_steps, topics, ...others } = exported;
  const { captured_fields, corrections, metadata, ...call } = others;
  const fields: Record<(typeof csvColumns)[number], unknown> = {
    ...call,
    ...toAnalysisFields(call, scorecard),
    agent: agent_name,
    tags: tags.join('; '),
    assignee: assignee && (assignee.email ?? assignee.user_id),
    notes: notes.map(formatNoteField).join('\n'),
    summary: joinTexts(summary),
    concerns: joinTexts(concerns),
    next_steps: joinTexts(next_steps),
    topics: topics.map(({ label }) => label).join('; '),
    captured_fields:
      captured_fields.length === 0
        ? ''
        : JSON.stringify(Object.fromEntries(captured_fields.map(({ field, value }) => [field, value]))),
    corrections: corrections.map(formatCorrection).join('\n'),
    metadata: Object.keys(metadata).length === 0 ? '' : JSON.stringify(metadata),
  };
  return csvColumns.map((column) => fields[column] ?? '');
}

function formatCorrection({ field, old_value, new_value, by, at }: Correction): string {
  return `${at} ${by.name ?? by.id}: ${field ?? 'outcome'}: ${old_value ?? 'none'} → ${new_value ?? 'none'}`;
}

function joinTexts(quotes: ExportedCall['summary']): string {
  return quotes.map(({ text }) => text).join('\n');
}

function formatItem(value: unknown, isFirst: boolean): string {
  return `${isFirst ? '' : ','}\n${JSON.stringify(value)}`;
}
