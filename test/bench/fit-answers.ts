import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { answerThresholds } from '../../electron/service/features/knowledge/answers/answer-weights.ts';
import { assessPassages } from '../../electron/service/features/knowledge/answers/assess-passages.ts';
import {
  measureFirst,
  type AnswerMeasures,
  type Measures,
} from '../../electron/service/features/knowledge/answers/measure-passages.ts';
import { weighMeasures, type Weights } from '../../electron/service/features/knowledge/answers/weigh-measures.ts';
import { createEmbedder } from '../../electron/service/features/knowledge/embedding/embedder.ts';
import { createParser } from '../../electron/service/features/knowledge/parsing/parser.ts';
import { forkProcess } from '../../electron/service/platform/processes/start-process.ts';
import {
  hasAnswer,
  readArticleFixtures,
  readCompanyFixtures,
  readDocumentFixtures,
  readNoiseDocuments,
} from '../helpers/answering/answering-fixtures.ts';
import { createDocumentReader } from '../helpers/answering/open-documents.ts';
import { modelDir } from '../helpers/service/model-dir.ts';
import { fitChoice, fitOdds, type Sample } from '../helpers/answering/fit-weights.ts';

/**
 * Fits the weights of `answer-weights.ts` to the documents, companies and articles of this part (answering-fixtures.ts), and writes the file.
 * Documents and companies are searched alone and beside the manuals on other subjects. answers.ts tests the weights on other fixtures.
 */

type Name = keyof Measures;
type AnswerName = keyof AnswerMeasures;

const firstRankNames: readonly Name[] = ['dense', 'lexical', 'related'];
const rankNames: readonly Name[] = ['dense', 'lexical', 'best', 'pair', 'related', 'bestRelated'];
const answerNames: readonly AnswerName[] = ['best', 'bestAsked', 'missing', 'untyped', 'margin', 'length', 'lead'];
/** These can only speak against an answer. The others can only speak for it, except for those on the question as a whole. */
const negative: readonly AnswerName[] = ['missing', 'untyped'];
const unsigned: readonly AnswerName[] = ['length'];

/** The fixtures have no questions on codes, and their documents are smaller than the manuals: these weights are chosen. */
const chosenForRank = { codeLexical: 12, definedCode: 14, documentSize: -0.5 } as const;
const chosenForAnswer = { codeLexical: 2, vague: -45, documentExcess: -0.15 } as const;

/**
 * The fixtures have too many chunks for these: they are chosen for questions of calls about documents of a page, with and without the sentence
 * that answers them.
 */
const chosenForFew = {
  intercept: -2.01,
  weights: [
    ['best', 6.08],
    ['bestRelated', 1.82],
    ['dense', -1.32],
    ['lexical', -0.75],
    ['missing', -0.69],
    ['untyped', -0.65],
    ['length', 0.29],
    ['codeLexical', 2],
  ],
} as const satisfies Weights;

/** How often a question counts: there are many more questions of companies than of single documents and of articles. */
const repeats = { documents: 4, companies: 1, articles: 16 };

/** The share of questions without an answer that may be answered, or hedged. */
const maxLikely = 0.075;
const maxPossible = 0.3;

type Candidate = { readonly measures: Measures; readonly isAnswer: boolean };
type Question = { readonly isAnswerable: boolean; readonly candidates: readonly Candidate[] };

async function measureQuestions(): Promise<readonly Question[]> {
  const parser = createParser({ startProcess: forkProcess });
  const embedder = createEmbedder({ modelDir });
  const reader = createDocumentReader(parser, embedder);
  const questions: Question[] = [];
  const fixtures = [
    ...readDocumentFixtures('weights').map((fixture) => ({ ...fixture, count: repeats.documents })),
    ...readCompanyFixtures('weights').map((fixture) => ({ ...fixture, count: repeats.companies })),
  ];
  const articles = readArticleFixtures('weights').map((fixture) => ({ ...fixture, count: repeats.articles }));
  const besideManuals = fixtures
    .filter((_, index) => index % 3 === 0)
    .map((fixture) => ({
      ...fixture,
      documents: [...fixture.documents, ...readNoiseDocuments()],
    }));
  for (const fixture of [...fixtures, ...besideManuals, ...articles]) {
    const documents = await reader.open(fixture.documents);
    for (const asked of fixture.questions) {
      const context = asked.before ?? '';
      const found = await documents.search(`${context} ${asked.question}`.trim());
      const { best } = await assessPassages({ question: asked.question, context }, found, documents.tools);
      const question: Question = {
        isAnswerable: asked.answer !== null,
        candidates: best.map(({ measures, passage }) => ({ measures, isAnswer: hasAnswer(asked, passage) })),
      };
      questions.push(...Array.from({ length: fixture.count }, () => question));
    }
    documents.close();
  }
  await embedder.close();
  await parser.close();
  return questions;
}

const questions = await measureQuestions();
const answered = questions.filter(({ candidates }) => candidates.some(({ isAnswer }) => isAnswer));
const groups = answered.map(({ candidates }) =>
  candidates.map(({ measures, isAnswer }): Sample<Name> => ({ values: measures, isPositive: isAnswer })),
);
const addWeights = ({ intercept, weights }: Weights, chosen: Partial<Record<AnswerName, number>>): Weights => ({
  intercept,
  weights: [...weights, ...(Object.entries(chosen) as [AnswerName, number][])],
});
const firstRank = addWeights(fitChoice(groups, firstRankNames), chosenForRank);
const rank = fitRank(rankNames);
const matchedRank = fitRank([...rankNames, 'match']);
const answer = fitAnswer(rank, answerNames);
const matchedAnswer = fitAnswer(matchedRank, [...answerNames, 'match']);

function fitRank(names: readonly Name[]): Weights {
  return toOdds(addWeights(fitChoice(groups, names), chosenForRank));
}

/** Fits the weights that judge the first passage of a ranking. */
function fitAnswer(ranking: Weights, names: readonly AnswerName[]): Weights {
  const first = questions.flatMap(({ candidates, isAnswerable }): readonly Sample<AnswerName>[] => {
    const ranked = candidates
      .map(({ measures }) => ({ measures, rank: weighMeasures(ranking, measures) }))
      .toSorted((a, b) => b.rank - a.rank);
    const values = measureFirst(ranked);
    return values ? [{ values, isPositive: isAnswerable }] : [];
  });
  const signs = new Map(
    names.map((name) => [name, negative.includes(name) ? -1 : unsigned.includes(name) ? 0 : 1] as const),
  );
  const fitted = addWeights(fitOdds(first, names, signs), chosenForAnswer);
  return moveThresholds(fitted, first);
}

/**
 * Scales the weights so that the shares of questions without an answer that are answered, or hedged, have the scores of the thresholds.
 */
function moveThresholds(weights: Weights, first: readonly Sample<AnswerName>[]): Weights {
  const scores = first
    .filter(({ isPositive }) => !isPositive)
    .map(({ values }) => weighMeasures(weights, values))
    .toSorted((a, b) => b - a);
  const [likely = 1, possible = 0] = [maxLikely, maxPossible].map((share) => scores[Math.floor(share * scores.length)]);
  const scale = (answerThresholds.likely - answerThresholds.possible) / (likely - possible);
  return {
    intercept: answerThresholds.likely + (weights.intercept - likely) * scale,
    weights: weights.weights.map(([name, weight]) => [name, weight * scale]),
  };
}

/** Scales the weights of a choice between passages so that they give the odds that a passage answers a question. */
function toOdds(choice: Weights): Weights {
  const samples = questions.flatMap(({ candidates }) =>
    candidates.map(({ measures, isAnswer }): Sample<'rank'> => ({
      values: { rank: weighMeasures(choice, measures) },
      isPositive: isAnswer,
    })),
  );
  const { intercept, weights } = fitOdds(samples, ['rank'], new Map([['rank', 1]]));
  const scale = weights[0]?.[1] ?? 1;
  return {
    intercept: intercept + scale * choice.intercept,
    weights: choice.weights.map(([name, weight]) => [name, weight * scale]),
  };
}

const round = (value: number) => Number(value.toPrecision(5));
const print = ({ intercept, weights }: Weights) =>
  JSON.stringify({ intercept: round(intercept), weights: weights.map(([name, weight]) => [name, round(weight)]) });

const path = fileURLToPath(
  new URL('../../electron/service/features/knowledge/answers/answer-weights.ts', import.meta.url),
);
writeFileSync(
  path,
  `// Written by test/bench/fit-answers.ts.
import type { Weights } from './weigh-measures.ts';

/** Choose the passages whose statements are compared with the question. */
export const firstRankWeights: Weights = ${print(firstRank)};

/** Rank these passages. The sum is the logarithm of the odds that a passage answers the question. */
export const rankWeights: Weights = ${print(rank)};

/** Judge the first one. The sum is the logarithm of the odds that the documents answer the question. */
export const answerWeights: Weights = ${print(answer)};

/** The same with the match of tokens, if this computer can compute them. */
export const matchedRankWeights: Weights = ${print(matchedRank)};

export const matchedAnswerWeights: Weights = ${print(matchedAnswer)};

/** Judge the first one of a few passages, whose statements are rarely similar to a question by chance. */
export const fewAnswerWeights: Weights = ${print(chosenForFew)};

export const answerThresholds = ${JSON.stringify(answerThresholds)};
`,
);
console.log(`${questions.length} questions`);
