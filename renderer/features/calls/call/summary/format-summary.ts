import { formatClock } from '../../../../format/format-clock.ts';
import type { TimedTurn } from '../../../../../shared/calls/calls.ts';
import type { CallSummary } from '../../../../../shared/calls/summarize-call.ts';
import type { TranscriptSentence } from '../../../../../shared/calls/transcript-sentences.ts';
import { speakerLabels } from '../../../../format/speaker-labels.ts';

/** Formats a summary as plain text, one line per sentence with its speaker and, if known, its time. */
export function formatSummary(
  { sentences, concerns, nextSteps }: CallSummary,
  turns: readonly Pick<TimedTurn, 'start_seconds'>[],
  { hasTimes }: { readonly hasTimes: boolean },
): string {
  const toLine = ({ speaker, text, turnIndex }: TranscriptSentence) => {
    const time = hasTimes ? ` ${formatClock(turns[turnIndex]?.start_seconds ?? 0)}` : '';
    return `- ${speakerLabels[speaker]}${time}: ${text}`;
  };
  const parts = [
    ['Summary', ...sentences.map(toLine)],
    concerns.length > 0 ? ['Concerns', ...concerns.map(toLine)] : [],
    nextSteps.length > 0 ? ['Next steps', ...nextSteps.map(toLine)] : [],
  ];
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
}
