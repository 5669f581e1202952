import type { Random } from '../seeded-random.ts';
import type { Finding } from './look-up.ts';
import { nameSource } from './name-source.ts';
import { countWords, endSentence, fillSlots, takeWords, upperFirst } from './plain-speech.ts';
import * as wording from './wording/agent-answers.ts';

const answerWordsMax = 45;
const shortAnswerWordsMax = 16;

/** How one agent speaks of what it found; it does not repeat its own words before it has used them all. */
export type AnswerVoice = {
  answer(finding: Finding): string;
  /** The second time that the same was found. */
  again(finding: Finding): string;
  againOffer(): string;
  unknown(isFirst: boolean): string;
  stillUnknown(): string;
};

export function createAnswerVoice(random: Random): AnswerVoice {
  const frames = random.deck(wording.answerFrames);
  const framesWithPage = random.deck(wording.answerFramesWithPage);
  const openers = random.deck(wording.answerOpeners);
  const unknowns = random.deck(wording.unknown);
  const unknownsAgain = random.deck(wording.unknownAgain);
  const stillUnknowns = random.deck(wording.stillUnknown);
  const offers = random.deck(wording.sameAgainOffers);
  const again = random.deck(wording.sameAgain);
  return {
    answer: (finding) => {
      const hasPage = finding.passage?.page !== null && finding.passage?.page !== undefined;
      const frame = hasPage && random.chance(0.3) ? framesWithPage() : frames();
      const spoken = fillSlots(frame, slotsOf(finding, answerWordsMax));
      return random.chance(0.35) && !/^(?:Let me|I can)/.test(frame) ? `${openers()} ${spoken}` : spoken;
    },
    again: (finding) => fillSlots(again(), slotsOf(finding, shortAnswerWordsMax)),
    againOffer: () => offers(),
    stillUnknown: () => stillUnknowns(),
    unknown: (isFirst) => (isFirst ? unknowns() : unknownsAgain()),
  };
}

/** What the frames of an answer are filled with. */
function slotsOf({ passage, sentences }: Finding, wordsMax: number): Readonly<Record<string, string>> {
  const source = nameSource(passage?.title ?? '');
  return {
    source: source.name,
    Source: upperFirst(source.name),
    says: source.isPlural ? 'say' : 'says',
    puts: source.isPlural ? 'put' : 'puts',
    page: String(passage?.page ?? ''),
    answer: shorten(sentences, wordsMax),
  };
}

function shorten(sentences: readonly string[], wordsMax: number): string {
  const text = sentences.map(cleanSentence).join(' ');
  if (countWords(text) <= wordsMax) return text;
  const [first = text] = sentences;
  const joint = [...first.matchAll(/[;:,](?= )/g)].findLast(
    ({ index }) => countWords(first.slice(0, index)) <= wordsMax,
  );
  const cut =
    joint && countWords(first.slice(0, joint.index)) >= 5 ? first.slice(0, joint.index) : takeWords(first, wordsMax);
  return endSentence(cleanSentence(cut));
}

/** Codes and references are for the eye. */
function cleanSentence(sentence: string): string {
  return sentence
    .replaceAll(/\s*\((?:code )?[\p{Lu}]{1,4}-?\d+[\p{Lu}\d]*\)/gu, '')
    .replaceAll(/,\s(?:plan )?code [\p{Lu}]{1,4}-?\d+[\p{Lu}\d]*(?=[,.;])/gu, '')
    .replaceAll(/\[\d+\]|\[\^\d+\]/g, '')
    .replaceAll(/[<>{}|*_#`]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
