import type { CallDetails, Speaker, TimedTurn } from '../../../shared/calls.ts';
import { formatClock } from '../../format/format-clock.ts';
import type { Note } from '../../../shared/notes.ts';

/** What of a call is exported; `turns` with their times in the recording. */
export type TranscriptExport = Omit<CallDetails, 'recording'> & {
  readonly turns: readonly TimedTurn[];
  readonly notes: readonly Note[];
};

/** Who says a turn, as a person reads it. */
export const speakerLabels = { agent: 'Agent', user: 'Recipient' } as const satisfies Record<Speaker, string>;

/** What every export of a rehearsal says. */
export const simulationNotice = 'Rehearsal: nobody was dialled.';

/** A cue shorter than this is not shown by players; a cue of no length is not valid. */
const minCueDurationMs = 100;

/** Plain text: a head of fields, then a paragraph a turn, then the notes. */
export function formatTranscriptTxt(call: TranscriptExport): string {
  const head = [
    call.simulated && simulationNotice,
    call.simulated && call.practice && 'The recipient was played by a person who typed.',
    `Agent: ${call.agent_name}`,
    `Number: ${call.recipient_number}`,
    `Placed: ${call.created_at}`,
    `Status: ${call.status.replaceAll('_', ' ')}`,
    call.disposition && `Outcome: ${call.disposition}`,
    `Length: ${formatClock(call.duration_seconds)}`,
    `Call: ${call.call_id}`,
  ].filter((line) => typeof line === 'string');
  const turns = call.turns.map(
    ({ speaker, text, start_seconds }) =>
      `[${formatClock(start_seconds)}] ${speakerLabels[speaker]}: ${toSingleLine(text)}`,
  );
  const notes = call.notes.map(({ at_seconds, text }) => `[${formatClock(at_seconds)}] ${toSingleLine(text)}`);
  const parts = [head.join('\n'), turns.join('\n\n'), notes.length > 0 && `Notes\n${notes.join('\n')}`];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/** SubRip subtitles. The format has neither comments nor escapes: the notice stands in the first cue. */
export function formatTranscriptSrt(call: TranscriptExport): string {
  const cues = call.turns.map(({ speaker, text, start_seconds, end_seconds }, index) => {
    const notice = call.simulated && index === 0 ? `[${simulationNotice}]\n` : '';
    const times = formatCueTimes(start_seconds, end_seconds, ',');
    return `${index + 1}\n${times}\n${notice}${speakerLabels[speaker]}: ${replaceMarkup(toSingleLine(text))}\n`;
  });
  if (cues.length === 0 && call.simulated) return `1\n${formatCueTimes(0, 1, ',')}\n[${simulationNotice}]\n`;
  return cues.join('\n');
}

/** WebVTT, with a voice for each speaker. */
export function formatTranscriptVtt(call: TranscriptExport): string {
  const notes = call.simulated ? [`NOTE ${simulationNotice}\n`] : [];
  const cues = call.turns.map(({ speaker, text, start_seconds, end_seconds }, index) => {
    const times = formatCueTimes(start_seconds, end_seconds, '.');
    return `${index + 1}\n${times}\n<v ${speakerLabels[speaker]}>${escapeMarkup(toSingleLine(text))}\n`;
  });
  return ['WEBVTT\n', ...notes, ...cues].join('\n');
}

/** Everything that is known of the call, the passages of each turn included. */
export function formatTranscriptJson(call: TranscriptExport): string {
  const { turns, notes, ...fields } = call;
  return `${JSON.stringify({ ...(call.simulated && { notice: simulationNotice }), ...fields, turns, notes }, null, 2)}\n`;
}

/** The columns of the CSV export, and a row a turn. */
export function listTranscriptRows(call: TranscriptExport): {
  readonly fields: string[];
  readonly data: (string | number)[][];
} {
  const fields = [
    'call_id',
    'rehearsal',
    'agent',
    'recipient_number',
    'placed_at',
    'turn',
    'speaker',
    'start_seconds',
    'end_seconds',
    'text',
    'documents',
  ];
  const data = call.turns.map(({ speaker, text, start_seconds, end_seconds, passages }, index) => [
    call.call_id,
    call.simulated ? simulationNotice : 'no',
    call.agent_name,
    call.recipient_number,
    call.created_at,
    index + 1,
    speakerLabels[speaker],
    start_seconds,
    end_seconds,
    text,
    passages.map(({ title, page }) => (page === null ? title : `${title}, page ${page}`)).join('; '),
  ]);
  return { fields, data };
}

/** A name that every file system takes: `Renewals +14155550132 2026-03-01 0930.srt`. */
export function formatExportFileName(
  call: Pick<TranscriptExport, 'agent_name' | 'recipient_number' | 'created_at'>,
  extension: string,
): string {
  const placed = `${call.created_at.slice(0, 10)} ${call.created_at.slice(11, 16).replace(':', '')}`;
  const agent = [...call.agent_name.replaceAll(/[^\p{L}\p{N} _,()&+-]/gu, ' ')].slice(0, 48).join('');
  const name = `${agent} ${call.recipient_number} ${placed}`.replaceAll(/\s+/g, ' ').replace(/^[ .]+/, '');
  return `${name}.${extension}`;
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

/** A blank line would end a cue. */
function toSingleLine(text: string): string {
  return text.replaceAll(/\s*[\r\n\u2028\u2029]+\s*/g, ' ').trim();
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** What looks alike and means nothing: players take tags, braces and arrows for instructions. */
function replaceMarkup(text: string): string {
  return text.replaceAll('<', '‹').replaceAll('>', '›').replaceAll('{', '(').replaceAll('}', ')');
}
