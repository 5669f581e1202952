import type { Random } from '../../../platform/seeded-random.ts';
import type { RetrievedAnswer } from './retrieve-answer.ts';
import { formatSpokenTitle } from './name-source.ts';
import { countWords, endSentence, fillTemplate, truncateWords, upperFirst } from '../spoken-text.ts';
import * as wording from '../wording/agent-answers.ts';

const maxAnswerWords = 45;
const maxRepeatedAnswerWords = 16;

/** How one agent speaks of what it found; it does not repeat its own words before it has used them all. */
export type AnswerComposer = {
  composeAnswer(finding: RetrievedAnswer): string;
  /** The second time that the same was found. */
  composeRepeatedAnswer(finding: RetrievedAnswer): string;
  composeRepeatedAnswerOffer(): string;
  composeUnknown(isFirst: boolean): string;
  composeRepeatedUnknown(): string;
};

export function createAnswerComposer(random: Random): AnswerComposer {
  const frames = random.deck(wording.answerTemplates);
  const framesWithPage = random.deck(wording.answerTemplatesWithPage);
  const openers = random.deck(wording.answerOpeners);
  const unknowns = random.deck(wording.unknownReplies);
  const unknownsAgain = random.deck(wording.nextUnknownReplies);
  const stillUnknowns = random.deck(wording.repeatedUnknownReplies);
  const offers = random.deck(wording.repeatedAnswerOffers);
  const again = random.deck(wording.repeatedAnswerTemplates);
  return {
    composeAnswer: (finding) => {
      const hasPage = finding.passage?.page !== null && finding.passage?.page !== undefined;
      const frame = hasPage && random.chance(0.3) ? framesWithPage() : frames();
      const spoken = fillTemplate(frame, getTemplateValues(finding, maxAnswerWords));
      return random.chance(0.35) && !/^(?:Let me|I can)/.test(frame) ? `${openers()} ${spoken}` : spoken;
    },
    composeRepeatedAnswer: (finding) => fillTemplate(again(), getTemplateValues(finding, maxRepeatedAnswerWords)),
    composeRepeatedAnswerOffer: () => offers(),
    composeRepeatedUnknown: () => stillUnknowns(),
    composeUnknown: (isFirst) => (isFirst ? unknowns() : unknownsAgain()),
  };
}

/** What the frames of an answer are filled with. */
function getTemplateValues(
  { passage, sentences }: RetrievedAnswer,
  wordsMax: number,
): Readonly<Record<string, string>> {
  const source = formatSpokenTitle(passage?.title ?? '');
  return {
    source: source.name,
    Source: upperFirst(source.name),
    says: source.isPlural ? 'say' : 'says',
    puts: source.isPlural ? 'put' : 'puts',
    page: String(passage?.page ?? ''),
    answer: shortenAnswer(sentences, wordsMax),
  };
}

function shortenAnswer(sentences: readonly string[], wordsMax: number): string {
  const text = sentences.map(removeReferences).join(' ');
  if (countWords(text) <= wordsMax) return text;
  const [first = text] = sentences;
  const joint = [...first.matchAll(/[;:,](?= )/g)].findLast(
    ({ index }) => countWords(first.slice(0, index)) <= wordsMax,
  );
  const cut =
    joint && countWords(first.slice(0, joint.index)) >= 5
      ? first.slice(0, joint.index)
      : truncateWords(first, wordsMax);
  return endSentence(removeReferences(cut));
}

/** Codes and references are for the eye. */
function removeReferences(sentence: string): string {
  return sentence
    .replaceAll(/\s*\((?:code )?[\p{Lu}]{1,4}-?\d+[\p{Lu}\d]*\)/gu, '')
    .replaceAll(/,\s(?:plan )?code [\p{Lu}]{1,4}-?\d+[\p{Lu}\d]*(?=[,.;])/gu, '')
    .replaceAll(/\[\d+\]|\[\^\d+\]/g, '')
    .replaceAll(/[<>{}|*_#`]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
