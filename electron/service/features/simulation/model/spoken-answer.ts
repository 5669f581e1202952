import { findPhrase } from '../../../../../shared/agents/find-phrase.ts';
import { splitText } from '../../../../../shared/calls/transcript-sentences.ts';
import { normalizeLine } from '../../../platform/text-line.ts';

/** A longer turn is cut after a sentence. */
const maxTurnLength = 600;

/** Returns the answer of a model as it can be spoken: one line without markup, with whole sentences. */
export function toSpokenAnswer(answer: string, mustNeverSay: readonly string[]): string {
  const plain = normalizeLine(
    answer
      .replaceAll(/<think>[\s\S]*?(?:<\/think>|$)/gi, ' ')
      .replaceAll(/```[\s\S]*?(?:```|$)/g, ' ')
      .replaceAll(/<[^<>]{1,200}>/g, ' ')
      .replaceAll(/!?\[([^[\]]{0,200})\]\([^()]{0,500}\)/g, '$1')
      .replaceAll(/^\s{0,3}(?:#{1,6}|[-*•]|\d{1,2}[.)])\s+/gm, '')
      .replaceAll(/[*_`~#|]+/g, '')
      .replaceAll(/\p{Extended_Pictographic}\uFE0F?/gu, ''),
    2 * maxTurnLength,
  );
  const allowed = splitText(plain).filter((sentence) => findPhrase(sentence, mustNeverSay) === null);
  let spoken = '';
  for (const sentence of allowed) {
    if (spoken !== '' && spoken.length + sentence.length >= maxTurnLength) break;
    spoken = `${spoken} ${sentence}`.trim();
  }
  return normalizeLine(spoken, maxTurnLength);
}
