import type { Passage } from '../../../../../shared/knowledge/knowledge.ts';
import type { Random } from '../../../platform/seeded-random.ts';
import type { AgentTurn } from '../dialogue/dialogue-state.ts';
import type { SimulationKnowledge } from '../simulation-knowledge.ts';
import { countWords } from '../../../platform/text-line.ts';
import { endSentence, fillTemplate, joinSentences } from '../spoken-text.ts';
import * as wording from '../wording/agent-answers.ts';
import { addressRecipient } from '../dialogue/to-second-person.ts';
import { formatSpokenTitle } from './format-spoken-title.ts';
import { shortenAnswer } from './shorten-answer.ts';
import {
  computeWordCoverage,
  maxAnswerWords,
  retrieveAnswer,
  type RetrievedAnswer,
} from '../../knowledge/answers/retrieve-answer.ts';

const maxRepeatedAnswerWords = 16;
/** A question can refer to the topic of these. */
const maxEarlierQuestions = 4;

type AnswerTurn = AgentTurn & { readonly passages: readonly Passage[] };

export type QuestionAnswerer = {
  /** Returns the number of different answers given from the documents. */
  countAnswers(): number;
  canAnswer(question: string): Promise<boolean>;
  /** `remark` is what the recipient said before the question. */
  answer(question: string, isFollowUpRequested: boolean, remark?: string): Promise<AnswerTurn>;
};

/**
 * Answers the questions of one call, and remembers its earlier answers. `maySay` are sentences that answer questions which the
 * documents do not.
 */
export function createQuestionAnswerer(
  knowledge: SimulationKnowledge,
  random: Random,
  maySay: readonly string[] = [],
): QuestionAnswerer {
  const composer = createAnswerComposer(random);
  const followUpOffers = random.createPicker(wording.followUpOffers);
  const followUpConfirmations = random.createPicker(wording.followUpAddedReplies);
  /** The number of times each answer was given, by its text. */
  const answerCounts = new Map<string, number>();
  const unansweredQuestions: string[] = [];
  const earlierQuestions: string[] = [];
  return {
    countAnswers: () => answerCounts.size,
    canAnswer: async (question) => (await retrieveAnswer(question, knowledge)).level === 'likely',
    answer: async (question, isFollowUpRequested, remark = '') => {
      const before = new Set([...earlierQuestions.slice(-maxEarlierQuestions), remark].filter((turn) => turn !== ''));
      const found = await retrieveAnswer(question, knowledge, [...before]);
      earlierQuestions.push(question);
      if (found.level === 'none' || found.passage === null) {
        const allowed = await findAllowedSentence(question, knowledge, maySay);
        if (allowed !== null) return { text: endSentence(allowed), passages: [], expects: 'open' };
        const isRepeated = unansweredQuestions.some((earlier) => computeWordCoverage(question, earlier) > 0.8);
        unansweredQuestions.push(question);
        return {
          text: joinSentences(
            isRepeated ? composer.composeRepeatedUnknown() : composer.composeUnknown(unansweredQuestions.length === 1),
            isFollowUpRequested ? followUpConfirmations() : followUpOffers(),
          ),
          passages: [],
          hasNoAnswer: true,
          expects: isFollowUpRequested ? 'open' : 'follow_up',
        };
      }
      const answerText = found.sentences.join(' ');
      const count = (answerCounts.get(answerText) ?? 0) + 1;
      answerCounts.set(answerText, count);
      if (count > 2) return { text: composer.composeRepeatedAnswerOffer(), passages: [], expects: 'follow_up' };
      const text = count === 1 ? composer.composeAnswer(found) : composer.composeRepeatedAnswer(found);
      return { text, passages: [found.passage], expects: 'open' };
    },
  };
}

/** A sentence that is less similar to a question says something else. */
const minSentenceSimilarity = 0.5;

/** Returns the sentence that answers a question best; null if none does. */
async function findAllowedSentence(
  question: string,
  knowledge: SimulationKnowledge,
  sentences: readonly string[],
): Promise<string | null> {
  if (sentences.length === 0) return null;
  const similarities = await knowledge.compareSentences(question, sentences);
  const best = Math.max(...similarities);
  return best < minSentenceSimilarity ? null : (sentences[similarities.indexOf(best)] ?? null);
}

/** Composes answers for one call. A phrase repeats only after all others of its kind have been used. */
type AnswerComposer = {
  composeAnswer(found: RetrievedAnswer): string;
  /** Composes a shorter answer to a question that has been answered once. */
  composeRepeatedAnswer(found: RetrievedAnswer): string;
  composeRepeatedAnswerOffer(): string;
  composeUnknown(isFirst: boolean): string;
  composeRepeatedUnknown(): string;
};

function createAnswerComposer(random: Random): AnswerComposer {
  const templatesWithSource = random.createPicker(wording.answerTemplatesWithSource);
  const templatesWithPage = random.createPicker(wording.answerTemplatesWithPage);
  const openers = random.createPicker(wording.answerOpeners);
  const hedges = random.createPicker(wording.hedgedAnswerTemplates);
  const unknownReplies = random.createPicker(wording.unknownReplies);
  const nextUnknownReplies = random.createPicker(wording.nextUnknownReplies);
  const repeatedUnknownReplies = random.createPicker(wording.repeatedUnknownReplies);
  const repeatedAnswerOffers = random.createPicker(wording.repeatedAnswerOffers);
  const repeatedAnswerTemplates = random.createPicker(wording.repeatedAnswerTemplates);
  /** Picks a template that names the source in some answers, if the agent can say the title of the source. */
  const pickTemplate = ({ passage }: RetrievedAnswer): string => {
    if (!random.chance(0.45) || formatSpokenTitle(passage?.title ?? '') === null) return '{answer}';
    const hasPage = passage?.page !== null && passage?.page !== undefined;
    return hasPage && random.chance(0.3) ? templatesWithPage() : templatesWithSource();
  };
  return {
    composeAnswer: (found) => {
      if (found.level === 'possible') return fillTemplate(hedges(), getTemplateValues(found, maxAnswerWords));
      const text = fillTemplate(pickTemplate(found), getTemplateValues(found, maxAnswerWords));
      return random.chance(0.15) && !/^(?:yes|no)\b/i.test(text) ? `${openers()} ${text}` : text;
    },
    composeRepeatedAnswer: (found) =>
      fillTemplate(repeatedAnswerTemplates(), getTemplateValues(found, maxRepeatedAnswerWords)),
    composeRepeatedAnswerOffer: () => repeatedAnswerOffers(),
    composeRepeatedUnknown: () => repeatedUnknownReplies(),
    composeUnknown: (isFirst) => (isFirst ? unknownReplies() : nextUnknownReplies()),
  };
}

function getTemplateValues(
  { passage, sentences }: RetrievedAnswer,
  maxWords: number,
): Readonly<Record<string, string>> {
  return {
    source: formatSpokenTitle(passage?.title ?? '') ?? '',
    page: String(passage?.page ?? ''),
    answer: endSentence(formatAnswer(sentences, maxWords)),
  };
}

function formatAnswer(sentences: readonly string[], maxWords: number): string {
  const text = sentences.map((sentence) => formatAnswerSentence(sentence)).join(' ');
  if (countWords(text) <= maxWords) return text;
  const [first = text] = sentences;
  return formatAnswerSentence(shortenAnswer(first, maxWords));
}

/** Matches a table row with one amount and the name of its column: "Talk Local: monthly price $9.00, …". */
const namedAmountPattern =
  /^(?<name>[^:.,]{2,60}): (?<column>\p{Ll}[^:.,$€£]{2,39}) (?<amount>[$€£]\d[\d.,]*\d)(?=[.,]|$)(?![^]*[$€£]\d)/u;

/** Rewrites a written sentence for speech: table rows and definitions become sentences. */
function formatAnswerSentence(sentence: string): string {
  return addressRecipient(removeReferences(sentence))
    .replace(namedAmountPattern, 'The $<column> of $<name> is $<amount>')
    .replace(/^(?<name>[^:.]{2,60}): (?<amount>[$€£]\d[\d.,]*\d)(?:, (?=\p{L}))/u, "$<name> is $<amount>. That's ")
    .replace(/^(?<name>[^:.]{2,60}): (?<amount>[$€£]\d[\d.,]*\d)(?=[.,]|$)/u, '$<name> is $<amount>')
    .replace(/^(?<start>The [^.,]{2,99} is [$€£]\d[\d.,]*\d), (?=\p{L})/u, "$<start>. That's ")
    .replace(/^(?<code>\p{Lu}{1,3}-\d{2,4}): (?=\p{Ll})/u, '$<code> means ');
}

/** Removes codes and footnote marks, which help readers only. */
function removeReferences(sentence: string): string {
  return sentence
    .replaceAll(/\s*\((?:code )?[\p{Lu}]{1,4}-?\d+[\p{Lu}\d]*\)/gu, '')
    .replaceAll(/,\s(?:plan )?code [\p{Lu}]{1,4}-?\d+[\p{Lu}\d]*(?=[,.;])/gu, '')
    .replaceAll(/\[\d+\]|\[\^\d+\]/g, '')
    .replaceAll(/[<>{}|*_#`]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
