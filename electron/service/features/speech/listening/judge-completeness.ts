// Public: other features may import this file.
import type { Completeness } from './turn-detector.ts';

/** Words after which a sentence goes on. */
const openWords: ReadonlySet<string> = new Set(
  (
    'a an the and or but so because if when while that which who of to for with from at in on by about as than my your our their ' +
    'his her its is are was were am will would can could should i we you he she they it’s i’m not very really like um uh er'
  ).split(' '),
);

/** Short answers that need no more, though they are no sentence. */
const shortAnswers =
  /^(?:yes|yeah|yep|no|nope|nah|okay|ok|sure|right|correct|exactly|thanks|thank you|goodbye|bye|hello|hi|maybe|never|please|of course|not really|no thanks|no thank you|what|why|who is this|sorry)$/;

/** Judges by its words whether somebody who pauses has finished the sentence. `text` is a transcript, with or without punctuation. */
export function judgeCompleteness(text: string): Completeness {
  const trimmed = text.trim().toLowerCase().replaceAll("'", '’');
  if (trimmed === '') return 'unknown';
  if (/(?:…|\.\.\.|[,;:–—-])$/u.test(trimmed)) return 'unfinished';
  const words = trimmed.match(/[\p{L}\p{N}’]+/gu) ?? [];
  const last = words.at(-1);
  const hasQuestionMark = trimmed.endsWith('?');
  if (last !== undefined && openWords.has(last) && !hasQuestionMark && !shortAnswers.test(words.join(' ')))
    return 'unfinished';
  if (/[.!?。！？]["'”’)]*$/u.test(trimmed) || shortAnswers.test(words.join(' '))) return 'complete';
  return words.length >= 3 ? 'complete' : 'unknown';
}
