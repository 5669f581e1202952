import type { Speaker, TimedTurn } from './calls.ts';
import { asksQuestion } from './split-turn.ts';
import { stemWord } from '../text/find-matching-words.ts';

export type SummarizedTurn = Pick<TimedTurn, 'speaker' | 'text' | 'passages'>;

/** A sentence of a transcript, unchanged. */
export type TranscriptSentence = {
  readonly turnIndex: number;
  readonly speaker: Speaker;
  readonly text: string;
  /** The stems of its words that have a meaning of their own, without repetition. */
  readonly stems: readonly string[];
};

/** Longer calls are analyzed at the beginning and at the end, so that the window and the service stay responsive. */
const maxTurns = 2_000;

/** The segmenter's time grows faster than linearly. */
const maxTurnChars = 2_000;

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** A title ends no sentence, although the segmenter splits after its period. */
const titlePattern = /\b(?:mr|mrs|ms|dr|prof|st|no|vs)\.\s*$/i;

/** A recipient's recorded greeting. What it says is neither an answer nor a promise. */
const voicemailPattern =
  /\bleave (?:me |us )?(?:a|your) (?:message|name|number)|\bafter the (?:beep|tone)\b|\bvoice ?mail\b/i;

/** Splits the turns into sentences, in order, without voicemail greetings. */
export function splitTurns(turns: readonly SummarizedTurn[]): readonly TranscriptSentence[] {
  const sentences: TranscriptSentence[] = [];
  const stemCache = new Map<string, string>();
  for (const [turnIndex, { speaker, text }] of turns.entries()) {
    if (turnIndex >= maxTurns / 2 && turnIndex < turns.length - maxTurns / 2) continue;
    if (speaker === 'user' && turnIndex < 3 && voicemailPattern.test(text)) continue;
    for (const sentence of splitText(text))
      sentences.push({ turnIndex, speaker, text: sentence, stems: listStems(sentence, stemCache) });
  }
  return sentences;
}

/** Splits a text into sentences. A period inside brackets, as in "(approx. 5 days)", ends none. */
export function splitText(text: string): readonly string[] {
  const sentences: string[] = [];
  let start = '';
  for (const { segment } of segmenter.segment(text.slice(0, maxTurnChars))) {
    const sentence = start + segment;
    start = titlePattern.test(sentence) || isInsideBrackets(sentence) ? sentence : '';
    if (start === '' && sentence.trim() !== '') sentences.push(sentence.trim().replaceAll(/\s+/g, ' '));
  }
  return start.trim() === '' ? sentences : [...sentences, start.trim().replaceAll(/\s+/g, ' ')];
}

/** A bracket that is still open after this many characters is not expected to be closed. */
const maxBracketChars = 200;

function isInsideBrackets(text: string): boolean {
  const opened = Math.max(text.lastIndexOf('('), text.lastIndexOf('['));
  return opened > Math.max(text.lastIndexOf(')'), text.lastIndexOf(']')) && text.length - opened < maxBracketChars;
}

/** Whether a sentence is a question, also if it was typed without a mark at its end. */
export function endsAsQuestion({ text }: Pick<TranscriptSentence, 'text'>): boolean {
  return asksQuestion(text) && !/[.!;]["'”’)\s]*$/u.test(text);
}

const wordPattern = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu;

/** Scripts without spaces between words: every two characters count as a word, as in search engines. */
const unspacedPattern =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{M}]+$/u;

/** Returns the words of a text that have a meaning of their own. */
export function listContentWords(text: string): readonly string[] {
  const words: string[] = [];
  for (const word of text.match(wordPattern) ?? []) {
    if (unspacedPattern.test(word)) for (const pair of listPairs(word)) words.push(pair);
    else {
      const plain = word.toLowerCase().replace('’', "'").replace(/'s$/, '');
      if (plain.length >= 2 && !functionWords.has(plain)) words.push(plain);
    }
  }
  return words;
}

/** Returns the phrases of two or three content words that follow each other directly: "garden gate" in "the garden gate is open". */
export function listPhrases(text: string): readonly (readonly string[])[] {
  const phrases: string[][] = [];
  // What is not between two words of a phrase: anything but a space.
  for (const part of text.split(/[^\p{L}\p{M}\p{N}'’ -]+/u)) {
    let run: string[] = [];
    for (const word of part.match(wordPattern) ?? []) {
      const [content, ...others] = listContentWords(word);
      run = content !== undefined && others.length === 0 ? [...run, content].slice(-3) : [];
      if (run.length >= 2) phrases.push(run.slice(-2));
      if (run.length === 3) phrases.push(run);
    }
  }
  return phrases;
}

function listPairs(word: string): readonly string[] {
  return word.length < 3 ? [word] : Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2));
}

function listStems(text: string, cache: Map<string, string>): readonly string[] {
  const stems = listContentWords(text).map((word) => {
    const stem = cache.get(word) ?? stemWord(word);
    cache.set(word, stem);
    return stem;
  });
  return [...new Set(stems)];
}

/** English words that say nothing about the subject of a conversation. */
const functionWords = new Set(
  (
    'a about absolutely actually after again ah aha ahead all already alright also am an and any anybody anyone ' +
    "anything are aren't around as ask at away back be because been before being but by bye call called calling " +
    "calls can can't cannot come could couldn't course covered curiosity definitely did didn't do does doesn't " +
    "doing don't done down each else enough even ever every everything exactly fair far few figured fine first for from " +
    "get gets getting give glad go goes going good goodbye got great guess had happy hardly has hasn't have haven't " +
    "having he he'd he'll hello help helpful helps her here hey hi him his hmm honest honestly how however huh i " +
    "i'd i'll i'm i've if in into is isn't it it'd it'll it's its just keep kind know last let let's like listening " +
    'little look lot made make makes many may maybe me mean might mind minute minutes more most much must my need ' +
    'needs never new nice no nobody none not note noted nothing now of off oh ok okay on once one only or other our ' +
    'out over own page part people perfect person please probably problem put question questions quick quite rather ' +
    "really right said same say says see seem she should shouldn't show since so some somebody someone something " +
    "sorry sort still such sure take team tell than thank thanks that that's the their them then there there's " +
    "these they they'd they'll they're they've thing things think this those though thought through time to today " +
    "together too totally try two under until up us use very wait want wanted wants was wasn't way we we'd we'll " +
    "we're we've welcome well were weren't what what's when where which while who who's whose why will with won't " +
    "wonder wondering word work works worry would wouldn't wrong yeah yep yes yet you you'd you'll you're you've " +
    'your yours'
  ).split(' '),
);
