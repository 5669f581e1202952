import type { AgentDefinition } from '../../../../../shared/agents/agent-definition.ts';
import type { AnswerLevel, Passage } from '../../../../../shared/knowledge/knowledge.ts';
import type { Random } from '../../../platform/seeded-random.ts';
import type { SimulationKnowledge } from '../simulation-knowledge.ts';
import { countWords, lowerFirst } from '../../../platform/text-line.ts';
import { endSentence, fillTemplate, joinSentences } from '../spoken-text.ts';
import * as wording from '../wording/agent-answers.ts';
import { addressRecipient } from '../dialogue/to-second-person.ts';
import { formatSpokenTitle } from './format-spoken-title.ts';
import { rewordQuestion } from './reword-question.ts';
import { shortenAnswer } from './shorten-answer.ts';
import { dependsOnContext } from '../../knowledge/answers/answer-question.ts';
import { createTypeMatcher } from '../../knowledge/answers/answer-types.ts';
import { computeWordCoverage, listContentWords } from '../../knowledge/answers/word-coverage.ts';
import { maxAnswerWords, retrieveAnswer, type RetrievedAnswer } from '../../knowledge/answers/retrieve-answer.ts';

const maxRepeatedAnswerWords = 16;
/** "What's the difference" is about the choices that the agent has just named. */
const comparisonPattern = /\b(?:difference|which (?:one|is|of))\b/i;
/** "Oh, that's better than I thought" is about the answer before. */
const reactionPattern = /^\W*(?:oh|ah|huh|hm+|ok(?:ay)?|right)\b/i;
/** A question with more words of its own names its topic. */
const maxVagueWords = 2;
/** A question can refer to the topic of these. */
const maxEarlierQuestions = 4;

type AnswerTurn = {
  readonly text: string;
  readonly passages: readonly Passage[];
  /** Whether the documents do not answer one of the questions. */
  readonly hasNoAnswer: boolean;
  /** Whether the text ends with the offer that a person calls back. */
  readonly offersFollowUp: boolean;
};

type AnswerOptions = {
  readonly isFollowUpRequested: boolean;
  /** Whether the agent may ask if a person should call back about it, which is the default. */
  readonly offersFollowUp?: boolean;
  /** What the recipient said before the questions. */
  readonly remark?: string;
  /** What the agent has just asked. */
  readonly asked?: string;
  /** What the recipient has chosen last, to which "what does it cost" refers. */
  readonly chosen?: string;
};

export type QuestionAnswerer = {
  /** Returns the number of different answers given from the documents. */
  countAnswers(): number;
  answer(questions: readonly string[], options: AnswerOptions): Promise<AnswerTurn>;
  /** Returns what the documents say about something that the recipient mentions, such as a dog; null if that is nothing new. */
  answerRemark(remark: string, levels?: readonly AnswerLevel[]): Promise<Pick<AnswerTurn, 'text' | 'passages'> | null>;
};

type AnswererOptions = {
  readonly knowledge: SimulationKnowledge;
  readonly random: Random;
  readonly definition: Pick<AgentDefinition, 'may_say'>;
  /** What the call is about, to which the first questions can refer. */
  readonly topic: string;
};

/** Of the sentences that the agent may say, the closest one answers a question that is at least this similar. */
const minSentenceSimilarity = 0.5;

/** A remark with a smaller share of its words in an answer is about something else. */
const minRemarkCoverage = 0.2;

/** Answers the questions of one call, and remembers its earlier answers. */
export function createQuestionAnswerer({ knowledge, random, definition, topic }: AnswererOptions): QuestionAnswerer {
  const composer = createAnswerComposer(random);
  const followUpOffers = random.createPicker(wording.followUpOffers);
  const followUpConfirmations = random.createPicker(wording.followUpAddedReplies);
  /** The number of times each answer was given, by its text. */
  const answerCounts = new Map<string, number>();
  const unansweredQuestions: string[] = [];
  /** The questions to which each answer was given. */
  const answeredBy = new Map<string, Set<string>>();
  const earlierQuestions: string[] = [];

  const findAllowedSentence = async (question: string): Promise<string | null> => {
    const similarities = await knowledge.compareSentences(question, definition.may_say);
    const best = Math.max(0, ...similarities);
    return best >= minSentenceSimilarity ? (definition.may_say[similarities.indexOf(best)] ?? null) : null;
  };

  const composeUnknown = (question: string): string => {
    const isRepeated = unansweredQuestions.some((earlier) => computeWordCoverage(question, earlier) > 0.8);
    unansweredQuestions.push(question);
    return isRepeated ? composer.composeRepeatedUnknown() : composer.composeUnknown(unansweredQuestions.length === 1);
  };

  /**
   * Searches for a question alone and together with earlier turns: "When does it end?" can refer to what was just answered, to the topic
   * of the call, or to neither. Chooses the answer of the kind that is asked for, and rather one that was not given to another question.
   */
  const findAnswer = async (
    question: string,
    { remark = '', asked = '', chosen = '' }: AnswerOptions,
  ): Promise<RetrievedAnswer> => {
    const earlier = [
      ...new Set([...earlierQuestions.slice(-maxEarlierQuestions), remark].filter((turn) => turn !== '')),
    ];
    const offersType = createTypeMatcher(question);
    const others = dependsOnContext(question)
      ? [...[chosen, asked, topic].flatMap((text) => (text === '' ? [] : [[text]])), []]
      : [];
    let best: { readonly found: RetrievedAnswer; readonly score: number } | null = null;
    const wordings = [
      question,
      rewordQuestion(question),
      // "Cost" is closest to any sentence with this word.
      /^\W*how much does it cost\W*$/i.test(question) ? 'how much is it' : null,
      comparisonPattern.test(question) ? `${question} ${asked}` : null,
    ].filter((words) => words !== null);
    for (const [index, before] of [earlier, ...others].entries()) {
      if (index > 0 && before.join() === earlier.join()) continue;
      for (const [position, words] of wordings.entries()) {
        const found = await retrieveAnswer(words, knowledge, before);
        const text = found.sentences.join(' ');
        const isGiven = answeredBy.has(text) && !answeredBy.get(text)?.has(toComparable(question));
        const score =
          levelScores[found.level] +
          offersType(text) -
          (isGiven ? 1.5 : 0) +
          (found.passage?.score ?? 0) -
          index / 4 +
          position / 8;
        if (best === null || score > best.score) best = { found, score };
      }
    }
    const found = best?.found ?? { level: 'none', sentences: [], passage: null };
    return found.level === 'none'
      ? findWithTopic(question, found, listContentWords(question).length > maxVagueWords ? [remark] : [remark, topic])
      : found;
  };

  /**
   * "Would he set it off" names neither the dog nor the alarm system. If one of them, said in the same breath, leads to the sentence that was
   * the closest anyway, that sentence may answer it.
   */
  const findWithTopic = async (
    question: string,
    closest: RetrievedAnswer,
    topics: readonly string[],
  ): Promise<RetrievedAnswer> => {
    for (const text of topics.filter((one) => listContentWords(one).length > 0 && !reactionPattern.test(one))) {
      const found = await retrieveAnswer(`${question} ${text}`, knowledge);
      if (found.level !== 'none' && found.sentences[0] === closest.sentences[0]) return { ...found, level: 'possible' };
    }
    return closest;
  };

  /** Returns an answer from a document or from the agent's sentences, or null. */
  const answerOne = async (question: string, options: AnswerOptions, said: Set<string>) => {
    const found = await findAnswer(question, options);
    earlierQuestions.push(question);
    if (found.level === 'none' || found.passage === null) {
      const sentence = await findAllowedSentence(question);
      return sentence === null ? null : { text: endSentence(sentence), passages: [], isExhausted: false };
    }
    const answerText = found.sentences.join(' ');
    // Two questions of a turn can have the same answer.
    if (said.has(answerText)) return { text: '', passages: [], isExhausted: false };
    said.add(answerText);
    const count = (answerCounts.get(answerText) ?? 0) + 1;
    answerCounts.set(answerText, count);
    const isSameQuestion = answeredBy.get(answerText)?.has(toComparable(question)) ?? false;
    answeredBy.set(answerText, (answeredBy.get(answerText) ?? new Set()).add(toComparable(question)));
    if (count > 2) return { text: composer.composeRepeatedAnswerOffer(), passages: [], isExhausted: true };
    const text = count === 1 ? composer.composeAnswer(found) : composer.composeRepeatedAnswer(found, isSameQuestion);
    return { text, passages: [found.passage], isExhausted: false };
  };

  return {
    countAnswers: () => answerCounts.size,
    answerRemark: async (remark, levels = ['likely', 'possible']) => {
      const found = await retrieveAnswer(remark, knowledge);
      const text = found.sentences.join(' ');
      if (!levels.includes(found.level) || found.passage === null || answerCounts.has(text)) return null;
      const said = found.level === 'likely' ? [found.passage.text] : found.sentences;
      if (!said.some((words) => computeWordCoverage(remark, words) >= minRemarkCoverage)) return null;
      earlierQuestions.push(remark);
      answerCounts.set(text, 1);
      return { text: composer.composeStatement(found), passages: [found.passage] };
    },
    answer: async (questions, options) => {
      const { isFollowUpRequested, offersFollowUp = true } = options;
      const texts: string[] = [];
      const said = new Set<string>();
      const passages: Passage[] = [];
      const unknown: string[] = [];
      let isExhausted = false;
      for (const question of questions) {
        const found = await answerOne(question, options, said);
        if (found === null) unknown.push(question);
        else if (found.text !== '' && !texts.includes(found.text)) texts.push(found.text);
        isExhausted ||= found?.isExhausted ?? false;
        for (const passage of found?.passages ?? [])
          if (!passages.some(({ chunk_id }) => chunk_id === passage.chunk_id)) passages.push(passage);
      }
      const hasNoAnswer = unknown.length > 0;
      if (hasNoAnswer) {
        const text = composeUnknown(unknown.join(' '));
        texts.push(texts.length === 0 ? text : `${wording.otherUnknownLead} ${lowerFirst(text)}`);
        if (offersFollowUp) texts.push(isFollowUpRequested ? followUpConfirmations() : followUpOffers());
      }
      return {
        text: joinSentences(...texts),
        passages,
        hasNoAnswer,
        offersFollowUp: isExhausted || (hasNoAnswer && offersFollowUp && !isFollowUpRequested),
      };
    },
  };
}

const levelScores = { likely: 2, possible: 1, none: 0 } as const;

const toComparable = (question: string) =>
  question
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Composes answers for one call. A phrase repeats only after all others of its kind have been used. */
function createAnswerComposer(random: Random) {
  const templatesWithSource = random.createPicker(wording.answerTemplatesWithSource);
  const templatesWithPage = random.createPicker(wording.answerTemplatesWithPage);
  const openers = random.createPicker(wording.answerOpeners);
  const hedges = random.createPicker(wording.hedgedAnswerTemplates);
  const unknownReplies = random.createPicker(wording.unknownReplies);
  const nextUnknownReplies = random.createPicker(wording.nextUnknownReplies);
  const repeatedAnswerTemplates = random.createPicker(wording.repeatedAnswerTemplates);
  /** Picks a template that names the source in some answers, if the agent can say the title of the source. */
  const pickTemplate = ({ passage }: RetrievedAnswer): string => {
    if (!random.chance(0.45) || formatSpokenTitle(passage?.title ?? '') === null) return '{answer}';
    const hasPage = passage?.page !== null && passage?.page !== undefined;
    return hasPage && random.chance(0.3) ? templatesWithPage() : templatesWithSource();
  };
  const composeStatement = (found: RetrievedAnswer) =>
    fillTemplate(pickTemplate(found), getTemplateValues(found, maxAnswerWords));
  return {
    /** Composes what is said about a remark, which is no question. */
    composeStatement,
    composeAnswer: (found: RetrievedAnswer) => {
      if (found.level === 'possible') return fillTemplate(hedges(), getTemplateValues(found, maxAnswerWords));
      const text = composeStatement(found);
      return random.chance(0.15) && !/^(?:yes|no)\b/i.test(text) ? `${openers()} ${text}` : text;
    },
    /** Composes an answer that was given before, shorter if the same was asked. */
    composeRepeatedAnswer: (found: RetrievedAnswer, isSameQuestion: boolean) =>
      fillTemplate(
        repeatedAnswerTemplates(),
        getTemplateValues(found, isSameQuestion ? maxRepeatedAnswerWords : maxAnswerWords),
      ),
    composeRepeatedAnswerOffer: random.createPicker(wording.repeatedAnswerOffers),
    composeRepeatedUnknown: random.createPicker(wording.repeatedUnknownReplies),
    composeUnknown: (isFirst: boolean) => (isFirst ? unknownReplies() : nextUnknownReplies()),
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
export function formatAnswerSentence(sentence: string): string {
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
