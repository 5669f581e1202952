import { answerQuestion } from '../../electron/service/features/knowledge/answers/answer-question.ts';
import { matchTexts } from '../../electron/service/features/knowledge/answers/assess-passages.ts';
import { multiply } from '../../electron/service/features/knowledge/answers/measure-passages.ts';
import {
  measureFirstSentence,
  rankSentences,
  type JudgedMeasures,
  type SentenceMeasures,
} from '../../electron/service/features/knowledge/answers/rank-sentences.ts';
import { createEmbedder } from '../../electron/service/features/knowledge/embedding/embedder.ts';
import { createParser } from '../../electron/service/features/knowledge/parsing/parser.ts';
import { forkProcess } from '../../electron/service/platform/processes/start-process.ts';
import { readCompanyFixtures, type FixturePart } from '../helpers/answering/answering-fixtures.ts';
import { fitChoice, fitOdds, type Sample } from '../helpers/answering/fit-weights.ts';
import { createDocumentReader } from '../helpers/answering/open-documents.ts';
import { modelDir } from '../helpers/service/model-dir.ts';

/**
 * Fits the weights of `rank-sentences.ts` to the questions of companies, each asked about two documents, as an agent of a small company has
 * them, and prints them with what they reach on other companies. Sentences are chosen with the weights in use, so that a changed weight needs a
 * second run.
 */

const fittedNames = [
  'alone',
  'withTopic',
  'inContext',
  'match',
  'rank',
] as const satisfies readonly (keyof SentenceMeasures)[];
const judgedNames = ['sum', 'share', 'shown'] as const satisfies readonly (keyof JudgedMeasures)[];
/** The share of questions without an answer that may be answered, or hedged. */
const maxLikely = 0.09;
const maxPossible = 0.45;
/** Pairs of documents of a company: the first and the second, the fourth and the fifth. */
const pairDistance = 3;
/** A sentence has an answer if it has this share of its words: a table row is spoken in another order. */
const minShareOfAnswer = 0.7;

type Asked = {
  readonly isAnswerable: boolean;
  readonly sentences: readonly Sample<keyof SentenceMeasures>[];
  readonly judged: JudgedMeasures;
  readonly level: string;
};

const listWords = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

function containsAnswer(text: string, answer: string): boolean {
  const words = new Set(listWords(text));
  const asked = listWords(answer);
  return asked.filter((word) => words.has(word)).length >= minShareOfAnswer * asked.length;
}

async function askCompanies(part: FixturePart): Promise<readonly Asked[]> {
  const parser = createParser({ startProcess: forkProcess });
  const embedder = createEmbedder({ modelDir });
  const reader = createDocumentReader(parser, embedder);
  const asked: Asked[] = [];
  for (const { documents, questions } of readCompanyFixtures(part)) {
    for (let at = 0; at < documents.length; at += pairDistance) {
      const pair = documents.slice(at, at + 2);
      const { search, tools, close } = await reader.open(pair);
      const knowledge = {
        compareSentences: async (text: string, sentences: readonly string[]) => {
          const [[vector = new Float32Array(0)], others] = await tools.embedTexts([text], sentences);
          return others.map((other) => multiply(vector, other));
        },
        matchSentences: (texts: readonly string[], sentences: readonly string[]) => matchTexts(texts, sentences, tools),
      };
      for (const { question, answer, before } of questions) {
        const inContext = { question, before: before === undefined ? [] : [before] };
        const found = await answerQuestion(inContext, search, tools);
        const passages = found.best.slice(0, 3).map(({ passage, rank }, index) => ({
          ...passage,
          chunk_id: String(index),
          page: null,
          score: 1 / (1 + Math.exp(-rank)),
        }));
        const { ranked, level } = await rankSentences(inContext, { passages, answer: found.answer }, knowledge);
        const sentences = ranked.map(({ candidate, measures }) => ({
          values: measures,
          isPositive: answer !== null && containsAnswer(candidate.text, answer),
        }));
        // What only another document answers, these do not.
        const isAnswerable = sentences.some(({ isPositive }) => isPositive);
        asked.push({ isAnswerable, sentences, judged: measureFirstSentence(ranked, found.answer), level });
      }
      close();
    }
  }
  await embedder.close();
  await parser.close();
  return asked;
}

const isRight = ({ sentences }: Asked): boolean => sentences[0]?.isPositive === true;
const share = (all: readonly Asked[], isCounted: (one: Asked) => boolean) =>
  (all.filter((one) => isCounted(one)).length / all.length).toFixed(3);

function report(name: string, all: readonly Asked[]): void {
  const answerable = all.filter((one) => one.isAnswerable);
  const others = all.filter((one) => !one.isAnswerable);
  console.log(
    `${name}: of ${answerable.length} questions with an answer among the compared sentences, the right sentence is first for ${share(answerable, isRight)},`,
    `likely for ${share(answerable, (one) => isRight(one) && one.level === 'likely')}, likely or possible for ${share(answerable, (one) => isRight(one) && one.level !== 'none')}.`,
    `Of ${others.length} without one, ${share(others, ({ level }) => level !== 'likely')} are not likely and ${share(others, ({ level }) => level === 'none')} none.`,
  );
}

const asked = await askCompanies('weights');
const groups = asked.filter((one) => one.isAnswerable).map(({ sentences }) => sentences);
const chosen = fitChoice<keyof SentenceMeasures>(groups, fittedNames);
const odds = fitOdds<keyof JudgedMeasures>(
  asked.map((one) => ({ values: one.judged, isPositive: isRight(one) })),
  judgedNames,
  new Map(),
);
const scores = asked
  .filter((one) => !one.isAnswerable)
  .map(({ judged }) => odds.weights.reduce((sum, [name, weight]) => sum + weight * judged[name], odds.intercept))
  .toSorted((a, b) => b - a);
console.log(
  'sentenceWeights',
  Object.fromEntries(chosen.weights.map(([name, weight]) => [name, weight.toPrecision(3)])),
);
console.log(
  'judgeWeights',
  odds.intercept.toPrecision(3),
  Object.fromEntries(odds.weights.map(([name, weight]) => [name, weight.toPrecision(3)])),
);
console.log(
  'judgeThresholds',
  [maxLikely, maxPossible].map((most) => scores[Math.floor(most * scores.length)]?.toPrecision(3)),
);
report('These companies, with the weights in use', asked);
report('Other companies, with the weights in use', await askCompanies('testing'));
