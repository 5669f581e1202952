// Public: other features may import this file.
import type { AnswerLevel, Passage } from '../../../../../shared/knowledge/knowledge.ts';
import { normalizeLine } from '../../../platform/text-line.ts';
import { findContext, type QuestionInContext } from './answer-question.ts';
import { createTypeMatcher } from './answer-types.ts';
import { extractSentences, type AnswerSentence } from './extract-sentences.ts';
import { computeWordCoverage, createWordCoverage } from './word-coverage.ts';

/** The searches with which an answer is found. */
export type SearchableKnowledge = {
  /** Returns the best passages of active documents, best first, and whether the first one answers the question. */
  ask(
    question: QuestionInContext,
    limit: number,
  ): Promise<{ readonly passages: readonly Passage[]; readonly answer: AnswerLevel }>;
  /** Returns the cosine similarity of each sentence to the question, in the order of the sentences. */
  compareSentences(question: string, sentences: readonly string[]): Promise<readonly number[]>;
  /** Returns how well each sentence's tokens answer the question (compare-tokens.ts), in the order of the sentences; 0 if that is unknown. */
  matchSentences(questions: readonly string[], sentences: readonly string[]): Promise<readonly number[]>;
};

/** A sentence of a passage that a search found, which may answer the question. */
export type SentenceCandidate = AnswerSentence & {
  readonly passage: Passage;
  readonly index: number;
  readonly passageSentences: readonly AnswerSentence[];
};

/** Measures of a question and a sentence. Similarities are cosines. */
export type SentenceMeasures = {
  /** Similarity to the sentence alone, or to the question of the document that it answers. */
  readonly alone: number;
  /** Similarity to the sentence with its topic. */
  readonly withTopic: number;
  /** The same, of the question together with the turns before it. */
  readonly inContext: number;
  /** How well the sentence's tokens answer the question (compare-tokens.ts). */
  readonly match: number;
  /** The rank of its passage. */
  readonly rank: number;
  /** The share of the question's words that it has. */
  readonly words: number;
  /** The share of the kinds of answer that the question asks for and it offers. */
  readonly type: number;
  /** 1 if the question asks for an amount and it has one: short questions such as "how much is it" say little else. */
  readonly amount: number;
  /** 1 if it is the first sentence below a heading, which often says what the others are about. */
  readonly first: number;
  /** 1 if it is about the document itself. */
  readonly meta: number;
  /** 1 if it is about an exception that the question does not name. */
  readonly exception: number;
};

/**
 * The first five are fitted to questions of companies about two documents each; test/bench/fit-sentences.ts fits and measures such weights. The
 * similarities are much the same, so that one can count less than nothing. The others are chosen.
 */
const sentenceWeights: Readonly<Record<keyof SentenceMeasures, number>> = {
  alone: 6.42,
  withTopic: -3.45,
  inContext: 8.68,
  match: 0.864,
  rank: 1.6,
  words: 0.4,
  type: 1,
  amount: 1.2,
  first: 0.3,
  meta: -3,
  exception: -1.2,
};

/** What says that the best sentence answers the question. */
export type JudgedMeasures = {
  /** Its sum of weighted measures. */
  readonly sum: number;
  /** Its share of the sentences, each by the exponential of its sum. */
  readonly share: number;
  /** 1 if its passage was judged to answer the question. */
  readonly shown: number;
};

/** The sum is the logarithm of the odds. Fitted in the same way. */
const judgeWeights = { intercept: -3.85, sum: 0.243, share: 2.41, shown: 0.45 } as const;
const judgeThresholds = { likely: -0.345, possible: -2.12 } as const;

/** Sentences whose vectors are compared, which takes a millisecond each. */
const maxCompared = 40;
/** Sentences whose tokens are compared, which takes longer. */
const maxMatched = 12;

export type RankedSentence = {
  readonly candidate: SentenceCandidate;
  readonly measures: SentenceMeasures;
  /** The weighted sum of the measures. */
  readonly sum: number;
};

type RankedSentences = {
  /** The question with the turns before it, if it is not complete without them. */
  readonly complete: string;
  /** The best sentence first. */
  readonly ranked: readonly RankedSentence[];
  /** Whether the first one answers the question. */
  readonly level: AnswerLevel;
};

/** Ranks the sentences of passages by how well they answer a question. `answer` says whether the first passage was judged to do so. */
export async function rankSentences(
  { question, before }: QuestionInContext,
  { passages, answer }: { readonly passages: readonly Passage[]; readonly answer: AnswerLevel },
  knowledge: Pick<SearchableKnowledge, 'compareSentences' | 'matchSentences'>,
): Promise<RankedSentences> {
  const complete = `${findContext({ question, before })} ${question}`.trim();
  const candidates = preselect(complete, passages.flatMap(listCandidates));
  const texts = candidates.flatMap(getComparedTexts);
  const inContext = await createCosineLookup(complete, texts, knowledge);
  // The turns before a question have many words in common with other sentences, which answer other questions.
  const own = complete === question ? inContext : await createCosineLookup(question, texts, knowledge);
  const coverage = createWordCoverage(complete);
  const offersType = createTypeMatcher(question);
  const asksForAmount = amountQuestionPattern.test(question);
  const measured = candidates
    .map((candidate): RankedSentence => {
      const [alone = '', withTopic = '', topicQuestion] = getComparedTexts(candidate);
      const isFirst = isFirstOfTopic(candidate);
      // The document asks a similar question: the first sentence after it is the answer.
      const asked = topicQuestion !== undefined && isFirst ? own(topicQuestion) : 0;
      return weighSentence(candidate, {
        alone: Math.max(own(alone), asked),
        withTopic: own(withTopic),
        inContext: inContext(withTopic),
        match: 0,
        rank: toLogOdds(candidate.passage.score),
        words: coverage(withTopic),
        type: offersType(alone),
        amount: asksForAmount && moneyAmountPattern.test(alone) ? 1 : 0,
        first: isFirst ? 1 : 0,
        meta: metaSentencePattern.test(alone) ? 1 : 0,
        exception: isOtherException(alone, question) ? 1 : 0,
      });
    })
    .toSorted((a, b) => b.sum - a.sum)
    .slice(0, maxMatched);
  const matches = await knowledge.matchSentences(
    complete === question ? [question] : [complete, question],
    measured.map(({ candidate }) => composeTitled(candidate)),
  );
  const ranked = measured
    .map(({ candidate, measures }, index) => weighSentence(candidate, { ...measures, match: matches[index] ?? 0 }))
    .toSorted((a, b) => b.sum - a.sum);
  const isMatched = matches.some((match) => match !== 0);
  return { complete, ranked, level: isMatched ? judge(measureFirstSentence(ranked, answer)) : answer };
}

function weighSentence(candidate: SentenceCandidate, measures: SentenceMeasures): RankedSentence {
  const entries = Object.entries(sentenceWeights) as (readonly [keyof SentenceMeasures, number])[]; // a Record has exactly these keys
  return { candidate, measures, sum: entries.reduce((sum, [name, weight]) => sum + weight * measures[name], 0) };
}

/** Returns what says whether the first one of ranked sentences answers the question. */
export function measureFirstSentence(ranked: readonly RankedSentence[], answer: AnswerLevel): JudgedMeasures {
  const highest = ranked[0]?.sum ?? 0;
  const total = ranked.reduce((all, { sum }) => all + Math.exp(sum - highest), 0);
  return { sum: highest, share: total === 0 ? 0 : 1 / total, shown: answer === 'none' ? 0 : 1 };
}

function judge({ sum, share, shown }: JudgedMeasures): AnswerLevel {
  const odds =
    judgeWeights.intercept + judgeWeights.sum * sum + judgeWeights.share * share + judgeWeights.shown * shown;
  if (odds >= judgeThresholds.likely) return 'likely';
  return odds >= judgeThresholds.possible ? 'possible' : 'none';
}

function listCandidates(passage: Passage): readonly SentenceCandidate[] {
  const passageSentences = extractSentences(passage.text);
  return passageSentences.map((sentence, index) => ({ ...sentence, passage, index, passageSentences }));
}

/** Returns the sentences with the most words of a question, if there are many. */
function preselect(query: string, candidates: readonly SentenceCandidate[]): readonly SentenceCandidate[] {
  if (candidates.length <= maxCompared) return candidates;
  const coverage = createWordCoverage(query);
  return candidates
    .map((candidate) => ({ candidate, overlap: coverage(prependTopic(candidate)) }))
    .toSorted((a, b) => b.overlap - a.overlap)
    .slice(0, maxCompared)
    .map(({ candidate }) => candidate);
}

/** Returns the rank of a passage, of which its score is the probability. */
const toLogOdds = (score: number): number => {
  const probability = Math.min(0.999, Math.max(0.001, score));
  return Math.log(probability / (1 - probability));
};

const composeTitled = ({ topic, text, passage }: SentenceCandidate): string =>
  `${passage.title}. ${topic === null ? '' : `${topic}: `}${text}`.slice(0, 500);

/** Returns the texts to compare with the question: the sentence, the sentence with its topic, and a topic that is a question. */
function getComparedTexts(candidate: SentenceCandidate): readonly string[] {
  const { text, topic } = candidate;
  return [text.slice(0, 400), prependTopic(candidate), ...(topic?.endsWith('?') ? [topic] : [])];
}

async function createCosineLookup(
  query: string,
  texts: readonly string[],
  knowledge: Pick<SearchableKnowledge, 'compareSentences'>,
): Promise<(text: string) => number> {
  const distinct = [...new Set(texts)];
  const cosines = await knowledge.compareSentences(query, distinct);
  const byText = new Map(distinct.map((text, index) => [text, cosines[index] ?? 0]));
  return (text) => byText.get(text) ?? 0;
}

function isFirstOfTopic({ topic, index, passageSentences }: SentenceCandidate): boolean {
  return topic !== null && passageSentences[index - 1]?.topic !== topic;
}

function prependTopic({ topic, text, passage }: SentenceCandidate): string {
  return `${topic ?? normalizeLine(passage.title, 80)} ${text}`.slice(0, 500);
}

const amountQuestionPattern = /\bhow much\b|\bprices?\b|\b(?:cost|charg(?:e|ing)|fee)s?\b/i;
const moneyAmountPattern =
  /[$€£]\s?\d|\b\d+ ?(?:cents|dollars|euros|pounds|percent)\b|\bfree\b|\bno (?:fee|charge|cost)s?\b/i;
/** Sentences about the document itself or for employees. */
const metaSentencePattern =
  /^(?:this|the) (?:\p{Ll}+ )?(?:guide|handbook|paper|booklet|policy|playbook|document|manual|brochure)\b|\bcustomers? ask\b/iu;

/** Matches what an exception is about: "a router that is not returned costs $120.00". */
const exceptionPattern = /\b(?:that|which|who) (?:is|are|was|were|has|have|do|does) not\b[^,.;]{3,80}/i;

/** Whether a statement is about an exception that the question does not name. */
function isOtherException(text: string, query: string): boolean {
  const exception = exceptionPattern.exec(text)?.[0];
  return exception !== undefined && computeWordCoverage(query, exception) === 0;
}
