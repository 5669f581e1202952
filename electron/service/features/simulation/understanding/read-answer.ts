import type { AgentQuestion } from '../../../../../shared/agents/agent-definition.ts';
import { asksQuestion } from '../../../../../shared/calls/split-turn.ts';
import { stemWord } from '../../../../../shared/text/find-matching-words.ts';
import { findWords } from '../../../../../shared/text/search-words.ts';
import { countWords, normalizeLine } from '../../../platform/text-line.ts';
import { writeNumbersAsDigits } from '../../../platform/spoken/write-numbers.ts';
import type { ClassifiedPart, YesNoProbabilities } from './classify-turns.ts';
import { readNamedChoice } from './read-choice.ts';
import { readYesNoAnswer } from './read-yes-no.ts';
import { formatDate, formatDay, formatTime, readTime } from '../../../platform/spoken/read-time.ts';

export type ReadAnswer = {
  /** In the form of the question's type, as `normalizeAnswer` returns it. */
  readonly value: string;
  /** How the agent repeats it. */
  readonly repeated: string;
};

export type AnsweredTurn = {
  readonly text: string;
  readonly parts: readonly ClassifiedPart[];
  /** What the model says of the turn as an answer to this question; null if it says nothing. */
  readonly yesNoProbabilities: YesNoProbabilities | null;
  readonly now: Date;
  /** What was agreed on before. */
  readonly agreedDate: string | null;
  readonly agreedTime: string | null;
  /** Whether the agent has just asked the question. */
  readonly isAsked: boolean;
};

const maxTextLength = 300;

/** Asks for a day that has passed: "When did it break?" */
const pastPattern = /\b(?:did|was|were|has|have|had|since|last|born|birth)\b/i;

/** "I returned that on Friday" */
const pastTurnPattern =
  /^(?!.*\b(?:will|can|could|going to|would|next)\b|.*['’](?:ll|d)\b).*\b(?:i|we|he|she|they)(?:['’]ve| have| has)? (?:(?:already|just) )?(?:(?!(?:want|hop|plan|prefer|intend|need|ask|agre|suggest|propos|book|schedul|reserv|request|decid|mention|pick|confirm)\p{L}*\b)\p{L}{3,}ed|brought|took|sent|paid|came|went|gave|did)\b/iu;

/** Returns the answer of a turn to a question; null if it has none. A turn can answer other questions than the last one. */
export function readAnswer(question: AgentQuestion, turn: AnsweredTurn): ReadAnswer | null {
  switch (question.type) {
    case 'date': {
      const found = readTime(turn.text, turn.now, { agreedDate: turn.agreedDate });
      // "I paid last week" is no answer to "when will you pay?"
      const isPast = found !== null && found.at < turn.now && found.date !== formatDate(turn.now);
      const isOver = isPast || (found !== null && pastTurnPattern.test(turn.text));
      if (!found?.date || (isOver && !(turn.isAsked && pastPattern.test(question.text)))) return null;
      return { value: found.date, repeated: formatDay(found.date) };
    }
    case 'time': {
      const { time, phrase } = readTime(turn.text, turn.now, { ...turn, isTimeExpected: turn.isAsked }) ?? {};
      // "Any day, but not before ten" agrees on no time yet.
      const isBound = !turn.isAsked && /\b(?:after|before)\b/i.test(phrase ?? '');
      return time && !isBound ? { value: time, repeated: formatTime(time) } : null;
    }
    case 'email': {
      const email = readEmail(turn.text);
      return email ? { value: email, repeated: spellEmail(email) } : null;
    }
    case 'choice':
      return readNamedChoice(question, turn);
    case 'number':
      return readNumber(question, turn);
    case 'yes_no': {
      if (!turn.isAsked) return null;
      const value = readYesNoAnswer(question.text, turn);
      return value === null ? null : { value, repeated: value };
    }
    case 'text':
      return readNamedChoice(question, turn) ?? (turn.isAsked ? readText(turn) : null);
  }
}

/** Reads "anna dot b at example dot com", "j-o-e at mail dot com" and "j for john, o, e at mail dot com". */
function readEmail(text: string): string | null {
  const written = ` ${text.toLowerCase()} `
    .replaceAll(/(?<=\s[a-z]) (?:for|as in|like) [a-z]+(?=[\s,])/g, '')
    .replaceAll(/(?<=\s[a-z\d]),(?=\s)/g, '')
    .replaceAll(/(?<=\s|^)([a-z\d](?:[-\s]+[a-z\d])+)(?=\s)/g, (letters) => letters.replaceAll(/[-\s]+/g, ''))
    .replaceAll(/(?<=[a-z]) (?=\d+\s+(?:at|@)\s)/g, '')
    .replaceAll(/\s+(?:at|@|\(at\)|\[at\])\s+|\s*@\s*/g, '@')
    .replaceAll(/\s+(?:dot|point|period|\(dot\))\s+/g, '.')
    .replaceAll(/\s+(?:underscore)\s+/g, '_')
    .replaceAll(/\s+(?:dash|hyphen|minus)\s+/g, '-');
  const found = /[\p{L}\d][\p{L}\d._%+-]*@[\p{L}\d-]+(?:\.[\p{L}\d-]+)*\.\p{L}{2,24}/u.exec(written)?.[0];
  return found ? found.replaceAll(/[.-]+$/g, '') : null;
}

const spokenMarks: Readonly<Record<string, string>> = { '@': 'at', '.': 'dot', _: 'underscore', '-': 'dash' };

/** Returns an e-mail address as it is said: "anna dot b at example dot com". */
const spellEmail = (email: string) => email.replaceAll(/[@._-]/g, (mark) => ` ${spokenMarks[mark] ?? mark} `);

const numberWords: ReadonlyMap<string, number> = new Map([
  ['none', 0],
  ['zero', 0],
  ['one', 1],
  ['a couple of', 2],
  ['just me', 1],
  ['only me', 1],
  ['a dozen', 12],
  ['both', 2],
]);

const digitWords = 'zero one two three four five six seven eight nine'.split(' ');
const digit = `(?:oh|\\d|${digitWords.join('|')})`;
/** Matches a number that is spelled digit by digit: "four one seven". */
const spelledDigitsPattern = new RegExp(`\\b${digit}(?:[ ,-]+${digit}){2,}\\b`, 'gi');

function joinDigits(spelled: string): string {
  return spelled
    .toLowerCase()
    .split(/[ ,-]+/)
    .map((word) => (word === 'oh' ? '0' : digitWords.includes(word) ? digitWords.indexOf(word) : word))
    .join('');
}

/** Matches the persons in "me, the wife and her brother" and "two adults and the little one". */
const personPattern =
  /\b(?:me|myself|(\d+) (?:adults?|grown[ -]?ups|kids|children|of us)|(?:(?:the|my|his|her|our|an?) (?:\p{L}+ )?|(?<!['’]?s ))(?:wife|husband|partner|girlfriend|boyfriend|mother|mum|mom|father|dad|son|daughter|brother|sister|little one|kid|child|baby|friend|neighbou?r|colleague|boss|granddaughter|grandson|nan|aunt|uncle|missus))\b/giu;

/** Says how many there are in all: "me and the wife and two kids, so four of us" */
const totalPattern =
  /\b(\d+) (?:in all|in total|altogether|all told)\b|\b(?:so|(?:that|which)(?:['’]?s| is)|makes(?: it)?) (\d+)(?: of us)?\W*$/i;

/** Asks for the people beside the recipient. */
const withYouPattern = /\b(?:with you|(?:will|do) you (?:bring|have with you))\b/i;

const peopleQuestionPattern = /\bhow many (?:guests|persons|people|visitors|participants|seats|adults|of you)\b/i;

const ordinals = [
  'ground',
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
];

/** Returns the number of "the second", "on the 3rd" or "ground floor"; null if a text has none, or several. */
function readOrdinal(text: string): string | null {
  const words = text.toLowerCase().replaceAll(/\b(?:a|one|half a|just a|wait a) second\b/g, ' ');
  const found = [...words.matchAll(/\b(\d{1,3})(?:st|nd|rd|th)\b|\b([a-z]+)\b/g)].flatMap(([, digits, word = '']) =>
    digits !== undefined ? [Number(digits)] : ordinals.includes(word) ? [ordinals.indexOf(word)] : [],
  );
  return found.length === 1 ? String(found[0]) : null;
}

/** Between a number and the one that replaces it: "fifty-four, no, sorry, fifty-five" */
const correctionPattern =
  /\bno,? (?:wait|sorry|hang on|hold on|actually|i mean|make (?:it|that))\b|\b(?:or rather|scratch that|i mean)\b/i;

/** "I mean, with two kids" corrects no number. */
const startsWithNumber = (text: string): boolean =>
  /^\W*(?:(?:it['’]?s|we['’]?re|make (?:it|that)|sorry|there are|no|i mean) )*\d/i.test(writeNumbersAsDigits(text));

/** Without having asked, a number counts if it is in front of a noun of the question: "three people". */
function readNumber({ text: asked }: AgentQuestion, turn: AnsweredTurn): ReadAnswer | null {
  const { isAsked, now } = turn;
  const corrected = turn.text.split(correctionPattern).at(-1) ?? '';
  const text = startsWithNumber(corrected) ? corrected : turn.text;
  // "One is vegan" and "the yearly one" count nothing; "just the one" does.
  const spoken = text
    .toLowerCase()
    .replaceAll(
      /\bone(?= (?:is|was|of|has|can|can['’]?t|does|needs|wants|who|that)\b)|(?<!\b(?:just|only) )\b(?:the|this|that|other) (?:\p{L}+ )?one\b/gu,
      ' ',
    );
  const plain = writeNumbersAsDigits(spoken.replaceAll(spelledDigitsPattern, joinDigits))
    .replaceAll(/\b(\d+) ?k\b/g, (_, thousands: string) => `${thousands}000`)
    .replaceAll(/\b(?:not|instead of|rather than) \d+\b|\b\d+ of (?:them|those|which)\b/g, ' ')
    .replaceAll(/\b(\d+) ?(?:\/|(?:out )?of(?: the)?) ?\d+\b/g, '$1')
    .replaceAll(
      /\b(?:team|party|group|family) of (\d+)\b|\b(?:we are|we['’]re|there are) (\d+)\b(?! (?!now\b|today\b|in total\b)\w+)|\b(\d+) of us\b|\bus (\d+)\b/g,
      '$1$2$3$4 people',
    );
  const ordinal = isAsked && /\bwhich\b/i.test(asked) ? readOrdinal(text) : null;
  if (ordinal !== null) return { value: ordinal, repeated: ordinal };
  const age = /\bhow old\b/i.test(asked)
    ? /\b(?:turn(?:ed|s)|is|are|aged?) (\d{1,3})\b(?! ?[ap]m\b|:)|\b(\d{1,3}) years? old\b/.exec(plain)
    : null;
  if (age) return { value: age[1] ?? age[2] ?? '', repeated: age[1] ?? age[2] ?? '' };
  const time = readTime(text, now);
  const nouns = findWords(asked)
    .map(({ word }) => stemWord(word))
    .filter((word) => word.length > 3);
  if (peopleQuestionPattern.test(asked)) nouns.push(stemWord('people'));
  const found = [...plain.matchAll(/(?<![\d.])[-+]?\d+(?:[, ]\d{3})*(?:\.\d+)?(?:\s+(\p{L}+))?/gu)];
  const counted = found.findLast(([, noun]) => noun !== undefined && nouns.includes(stemWord(noun)));
  // "The caretaker is fine. Nine."
  const isAbout = found.length === 1 && !time && findWords(plain).some(({ word }) => nouns.includes(stemWord(word)));
  const chosen =
    counted ??
    (isAbout ? found[0] : undefined) ??
    (isAsked && (!time || found.length > 1 || time.phrase.length < 6) ? found.at(-1) : undefined);
  const digits = chosen?.[0]
    .replace(/\s*\p{L}+$/u, '')
    .replaceAll(/[\s,](?=\d)/g, '')
    .replaceAll(/[\s,]+$/g, '');
  const isBesides = withYouPattern.test(asked);
  const written = writeNumbersAsDigits(text);
  const persons = (isAsked ? [...written.replace(totalPattern, ' ').matchAll(personPattern)] : []).filter(
    ([person]) => !isBesides || !/^me$|^myself$/i.test(person),
  );
  const inAll = persons.length > 1 && !isBesides ? totalPattern.exec(written) : null;
  if (inAll) return { value: inAll[1] ?? inAll[2] ?? '', repeated: inAll[1] ?? inAll[2] ?? '' };
  const isGroup =
    persons.length > 1 && (isBesides || persons.some(([person, count]) => count ?? /^me|^myself/i.test(person)));
  const word = isGroup
    ? persons.reduce((total, [, count = '1']) => total + Number(count), 0)
    : isAsked
      ? [...numberWords].find(([name]) => new RegExp(`\\b${name}\\b`, 'iu').test(plain))?.[1]
      : undefined;
  const isCounted = isGroup && (totalPattern.test(written) || persons.some(([, count]) => count));
  const value = !isCounted && digits && /^[-+]?\d{1,15}(?:\.\d{1,9})?$/.test(digits) ? Number(digits) : word;
  return value === undefined ? null : { value: String(value), repeated: String(value) };
}

/** A free text is what was said, without questions and talk about the call. */
function readText({ parts }: AnsweredTurn): ReadAnswer | null {
  const said = parts.filter(
    ({ meaning, text, probabilities }) =>
      !asksQuestion(text) && (textMeanings.has(meaning) || probabilities[meaning] < 0.6),
  );
  if (said.every((part) => emptyMeanings.has(part.meaning) && !hasReason(part))) return null;
  const value = normalizeLine(said.map(({ text }) => text.replace(/[.,;]+$/, '')).join(', '), maxTextLength).replace(
    /[\s,;.]+$/,
    '',
  );
  return value === '' || praisePattern.test(value) ? null : { value, repeated: '' };
}

/** "I packed it in because of the pool" says no, and why. */
const hasReason = ({ meaning, text }: ClassifiedPart): boolean =>
  meaning === 'deny' && countWords(text) > 4 && /\b(?:because|cos|cause|since|as|so|when|after|but|and)\b/i.test(text);

/** "Good stuff, cheers" only ends a topic. */
const praisePattern =
  /^(?:(?:ok(?:ay)?|good(?: stuff)?|great|perfect|lovely|brilliant|excellent|super|cool|nice(?: one)?|fine|cheers|ta|thanks?|thank you|grazie|merci|danke|gracias)\b\W*)+$/i;

/** "No, that's all" is no text, and leaves the question without an answer. */
const emptyMeanings: ReadonlySet<ClassifiedPart['meaning']> = new Set(['deny', 'done', 'goodbye', 'thanks', 'pause']);

const textMeanings: ReadonlySet<ClassifiedPart['meaning']> = new Set([
  'other',
  'confirm',
  'deny',
  'complain',
  'done',
  'price_objection',
  'change',
  'undecided',
  'thanks',
]);
