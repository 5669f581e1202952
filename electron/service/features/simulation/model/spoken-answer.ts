import { findPhrase } from '../../../../../shared/agents/find-phrase.ts';
import { splitText } from '../../../../../shared/calls/transcript-sentences.ts';
import { normalizeLine } from '../../../platform/text-line.ts';

/** A longer turn is cut after a sentence. */
export const maxTurnLength = 600;

/** Returns the sentences of a model's answer as they can be spoken: without markup, and without those that must not be said. */
export function listSpokenSentences(answer: string, mustNeverSay: readonly string[]): readonly string[] {
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
  return splitText(plain).filter((sentence) => findPhrase(sentence, mustNeverSay) === null);
}
