import Papa from 'papaparse';
import {
  analysisColumns,
  analyzeCall,
  formatNoteAuthor,
  formatNoteField,
  toAnalysisFields,
  type CallAnalysis,
} from '../../../../shared/calls/call-analysis.ts';
import type { CallDetails, TimedTurn, TurnTimes } from '../../../../shared/calls/calls.ts';
import type { Note } from '../../../../shared/calls/notes.ts';
import type { Scorecard } from '../../../../shared/calls/scorecards.ts';
import { spreadsheetFormulaPattern } from '../../../../shared/text/spreadsheet-formula-pattern.ts';
import { formatClock } from '../../../format/format-clock.ts';
import { simulationNotice } from '../../../format/simulation-notices.ts';
import { speakerLabels } from '../../../format/speaker-labels.ts';

export type TranscriptExport = Omit<CallDetails, 'recording'> & {
  readonly turns: readonly TimedTurn[];
  readonly times: TurnTimes;
  readonly notes: readonly Note[];
  /** Null if it was not scored. */
  readonly scorecard: Scorecard | null;
};

/** Players do not show shorter cues, and a cue without a duration is invalid. */
const minCueDurationMs = 100;

/** Formats a transcript as plain text: a header, one paragraph per turn, then the notes. */
export function formatTranscriptTxt(call: TranscriptExport): string {
  const header = [
    call.simulated && simulationNotice,
    call.simulated && call.practice && 'Practice call: a user played the recipient.',
    `Agent: ${call.agent_name}`,
    call.recipient_name && `Recipient: ${call.recipient_name}`,
    `Number: ${call.recipient_number || 'not known'}`,
    `Placed: ${call.created_at ?? 'not known'}`,
    `Status: ${call.status.replaceAll('_', ' ')}`,
    call.disposition && `Outcome: ${call.disposition}`,
    call.tags.length > 0 && `Tags: ${call.tags.join(', ')}`,
    call.review_state === 'reviewed' && 'Reviewed',
    `Duration: ${formatClock(call.duration_seconds)}`,
    `Call ID: ${call.call_id}`,
  ].filter((line) => typeof line === 'string' && line !== '');
  const turns = call.turns.map(
    (turn) => `[${formatClock(turn.start_seconds)}] ${speakerLabels[turn.speaker]}: ${toTurnLine(turn)}`,
  );
  const notes = call.notes.map(
    ({ at_seconds, text, author }) => `[${formatClock(at_seconds)}] ${toSingleLine(text)}${formatNoteAuthor(author)}`,
  );
  const parts = [header.join('\n'), turns.join('\n\n'), notes.length > 0 && `Notes\n${notes.join('\n')}`];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/** Formats a transcript as SRT. The format has no comments and no escapes, so the notice is in the first cue. */
export function formatTranscriptSrt(call: TranscriptExport): string {
  const cues = call.turns.map((turn, index) => {
    const { speaker, start_seconds, end_seconds } = turn;
    const notice = call.simulated && index === 0 ? `[${simulationNotice}]\n` : '';
    const times = formatCueTimes(start_seconds, end_seconds, ',');
    return `${index + 1}\n${times}\n${notice}${speakerLabels[speaker]}: ${replaceMarkup(toTurnLine(turn))}\n`;
  });
  if (cues.length === 0 && call.simulated) return `1\n${formatCueTimes(0, 1, ',')}\n[${simulationNotice}]\n`;
  return cues.join('\n');
}

/** Formats a transcript as WebVTT, with a voice tag per speaker. */
export function formatTranscriptVtt(call: TranscriptExport): string {
  const notes = call.simulated ? [`NOTE ${simulationNotice}\n`] : [];
  const cues = call.turns.map((turn, index) => {
    const { speaker, start_seconds, end_seconds } = turn;
    const times = formatCueTimes(start_seconds, end_seconds, '.');
    return `${index + 1}\n${times}\n<v ${speakerLabels[speaker]}>${escapeMarkup(toTurnLine(turn))}\n`;
  });
  return ['WEBVTT\n', ...notes, ...cues].join('\n');
}

/** Formats all fields of the call as JSON, including its summary, its key moments, its scorecard and the passages of each turn. */
export function formatTranscriptJson(call: TranscriptExport): string {
  const { turns, notes, scorecard, ...fields } = call;
  const content = {
    ...(call.simulated && { notice: simulationNotice }),
    ...fields,
    ...analyze(call),
    scorecard: scorecard && {
      total_percent: scorecard.total_percent,
      criteria: scorecard.criteria,
      deleted_criteria: scorecard.deleted_criteria,
    },
    turns,
    notes,
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

function analyze({ turns, times }: TranscriptExport): CallAnalysis {
  return analyzeCall(turns, { hasTimes: times !== 'unknown' });
}

function joinQuotes(quotes: CallAnalysis['summary'], index: number): string {
  return quotes.flatMap(({ turn, text }) => (turn === index ? [text] : [])).join(' ');
}

/** Returns the index of the turn during or after which a note was made, or else of the first one. */
function findNotedTurn(turns: TranscriptExport['turns'], { at_seconds }: Pick<Note, 'at_seconds'>): number {
  return Math.max(
    0,
    turns.findLastIndex(({ start_seconds }) => start_seconds <= at_seconds),
  );
}

/** Formats a transcript as CSV, one row per turn. Notes are in the row of their turn. Spreadsheets detect UTF-8 by the byte order mark. */
export function formatTranscriptCsv(call: TranscriptExport): string {
  const fields = [
    'call_id',
    'simulated',
    'agent',
    'recipient_number',
    'recipient_name',
    'placed_at',
    'turn',
    'speaker',
    'start_seconds',
    'end_seconds',
    'text',
    'documents',
    'summary',
    'concern',
    'next_step',
    'topic',
    'notes',
    'tags',
    'review_state',
    'assignee',
    'metadata',
    ...analysisColumns,
  ];
  const { summary, concerns, next_steps, topics, key_moments, latency } = analyze(call);
  const analysis = toAnalysisFields({ key_moments, latency }, call.scorecard);
  const data = call.turns.map(({ speaker, text, start_seconds, end_seconds, passages }, index) => [
    call.call_id,
    call.simulated ? simulationNotice : 'no',
    call.agent_name,
    call.recipient_number,
    call.recipient_name,
    call.created_at,
    index + 1,
    speakerLabels[speaker],
    start_seconds,
    end_seconds,
    text,
    passages.map(({ title, page }) => (page === null ? title : `${title}, page ${page}`)).join('; '),
    joinQuotes(summary, index),
    joinQuotes(concerns, index),
    joinQuotes(next_steps, index),
    topics.findLast(({ turn }) => turn <= index)?.label ?? '',
    call.notes.flatMap((note) => (findNotedTurn(call.turns, note) === index ? [formatNoteField(note)] : [])).join('; '),
    call.tags.join('; '),
    call.review_state,
    call.assignee && (call.assignee.email ?? call.assignee.user_id),
    Object.keys(call.metadata).length === 0 ? '' : JSON.stringify(call.metadata),
    ...analysisColumns.map((column) => analysis[column]),
  ]);
  return `\uFEFF${Papa.unparse({ fields, data }, { escapeFormulae: spreadsheetFormulaPattern })}\r\n`;
}

function formatCueTimes(startSeconds: number, endSeconds: number, separator: ',' | '.'): string {
  const startMs = Math.round(Math.max(0, startSeconds) * 1000);
  const endMs = Math.max(startMs + minCueDurationMs, Math.round(endSeconds * 1000));
  return `${formatCueTime(startMs, separator)} --> ${formatCueTime(endMs, separator)}`;
}

function formatCueTime(ms: number, separator: string): string {
  const whole = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, Math.floor(ms / 1000) % 60];
  const clock = whole.map((value) => String(value).padStart(2, '0')).join(':');
  return `${clock}${separator}${String(ms % 1000).padStart(3, '0')}`;
}

function toTurnLine({ text, interrupted }: Pick<TimedTurn, 'text' | 'interrupted'>): string {
  return `${toSingleLine(text)}${interrupted ? ' — interrupted' : ''}`;
}

/** Joins lines, because a blank line would end a cue. */
function toSingleLine(text: string): string {
  return text.replaceAll(/\s*[\r\n\u2028\u2029]+\s*/g, ' ').trim();
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Replaces characters that players interpret as tags, braces or arrows with similar ones. */
function replaceMarkup(text: string): string {
  return text.replaceAll('<', '‹').replaceAll('>', '›').replaceAll('{', '(').replaceAll('}', ')');
}
