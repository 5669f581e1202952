import { answerThresholds } from '../../electron/service/features/knowledge/answers/answer-weights.ts';
import { answerQuestion } from '../../electron/service/features/knowledge/answers/answer-question.ts';
import { createEmbedder } from '../../electron/service/features/knowledge/embedding/embedder.ts';
import { createParser } from '../../electron/service/features/knowledge/parsing/parser.ts';
import { forkProcess } from '../../electron/service/platform/processes/start-process.ts';
import { answerLevels, type AnswerLevel } from '../../shared/knowledge/knowledge.ts';
import {
  hasAnswer,
  readArticleFixtures,
  readCompanyFixtures,
  readDocumentFixtures,
  readNoiseDocuments,
  type AnsweringFixture,
  type FixtureDocument,
} from '../helpers/answering/answering-fixtures.ts';
import { createDocumentReader } from '../helpers/answering/open-documents.ts';
import { modelDir } from '../helpers/service/model-dir.ts';
import { printRows, type BenchRow } from './bench-row.ts';

type AnsweredQuestion = {
  readonly isAnswerable: boolean;
  readonly style: string;
  readonly answer: AnswerLevel;
  readonly score: number;
  /** The position of the passage with the answer, from 0; -1 if it was not found. */
  readonly position: number;
};

/** Points of the curve: the share of the questions without an answer that would be answered. */
const curvePoints = [0.02, 0.05, 0.1, 0.2, 0.3, 0.4];

/**
 * Measures how often questions are answered, hedged and refused, on documents, companies and articles to which the weights were not
 * fitted: alone, and beside the manuals on other subjects.
 */
export async function bench(): Promise<readonly BenchRow[]> {
  const parser = createParser({ startProcess: forkProcess });
  const embedder = createEmbedder({ modelDir });
  const reader = createDocumentReader(parser, embedder);
  const answerAll = async (fixtures: readonly AnsweringFixture[], noise: readonly FixtureDocument[]) => {
    const answered: AnsweredQuestion[] = [];
    for (const { documents: own, questions } of fixtures) {
      const documents = await reader.open([...own, ...noise]);
      for (const asked of questions) {
        const { question, before } = asked;
        const found = await answerQuestion(
          { question, before: before === undefined ? [] : [before] },
          documents.search,
          documents.tools,
        );
        answered.push({
          isAnswerable: asked.answer !== null,
          style: asked.style,
          answer: found.answer,
          score: found.answerScore,
          position: found.best.findIndex(({ passage }) => hasAnswer(asked, passage)),
        });
      }
      documents.close();
    }
    return answered;
  };
  try {
    const manuals = readNoiseDocuments();
    const alone = await answerAll(readDocumentFixtures('testing'), []);
    const besideManuals = await answerAll(readDocumentFixtures('testing'), manuals);
    const companies = await answerAll(readCompanyFixtures('testing'), []);
    const companiesBesideManuals = await answerAll(readCompanyFixtures('testing'), manuals);
    const facts = await answerAll(readArticleFixtures('testing'), []);
    const loss = measureFirst(alone) - measureFirst(besideManuals);
    return [
      ...describe('answering', alone),
      ...describe('answering beside manuals', besideManuals),
      ...describe('answering for companies', companies),
      ...describe('answering for companies beside manuals', companiesBesideManuals),
      ...describe('answering on facts', facts),
      {
        name: 'answering, recall@1 that manuals on other subjects cost',
        measured: loss.toFixed(3),
        target: '≤ 0.05',
        ok: loss <= 0.05,
      },
      ...describeStyles(alone),
    ];
  } finally {
    await embedder.close();
    await parser.close();
  }
}

const shareOf = <Item>(items: readonly Item[], isCounted: (item: Item) => boolean) =>
  items.filter(isCounted).length / items.length;

const measureFirst = (answered: readonly AnsweredQuestion[]) =>
  shareOf(
    answered.filter(({ isAnswerable }) => isAnswerable),
    ({ position }) => position === 0,
  );

function describe(name: string, answered: readonly AnsweredQuestion[]): readonly BenchRow[] {
  const [answerable, others] = [true, false].map((is) => answered.filter(({ isAnswerable }) => isAnswerable === is));
  if (!answerable || !others) return [];
  const isInFirstThree = ({ position }: AnsweredQuestion) => position >= 0 && position < 3;
  const likely = shareOf(answerable, ({ answer }) => answer === 'likely');
  const reached = shareOf(answerable, (one) => one.answer !== 'none' && isInFirstThree(one));
  const notLikely = shareOf(others, ({ answer }) => answer !== 'likely');
  const none = shareOf(others, ({ answer }) => answer === 'none');
  return [
    {
      name: `${name}, ${answerable.length} questions with an answer: passage first, in the first three`,
      measured: `${measureFirst(answered).toFixed(3)}, ${shareOf(answerable, isInFirstThree).toFixed(3)}`,
      target: '≥ 0.75, ≥ 0.9',
      ok: measureFirst(answered) >= 0.75 && shareOf(answerable, isInFirstThree) >= 0.9,
    },
    {
      name: `${name}, with an answer: likely; likely or possible with the passage in the first three`,
      measured: `${likely.toFixed(2)}; ${reached.toFixed(2)}`,
      target: '≥ 0.4; ≥ 0.7',
      ok: likely >= 0.4 && reached >= 0.7,
    },
    {
      name: `${name}, ${others.length} questions without an answer: not likely; none`,
      measured: `${notLikely.toFixed(2)}; ${none.toFixed(2)}`,
      target: '≥ 0.9; ≥ 0.6',
      ok: notLikely >= 0.9 && none >= 0.6,
    },
    {
      name: `${name}, area under the curve; share of answered questions at ${curvePoints.join(', ')} of wrongly answered ones`,
      measured: `${measureArea(answerable, others).toFixed(3)}; ${curvePoints
        .map((share) => measureCurve(answerable, others, share).toFixed(2))
        .join(', ')} (thresholds ${answerThresholds.likely}, ${answerThresholds.possible})`,
      target: '≥ 0.78',
      ok: measureArea(answerable, others) >= 0.78,
    },
  ];
}

/** Returns the chance that a question with an answer has a higher score than one without. */
function measureArea(answerable: readonly AnsweredQuestion[], others: readonly AnsweredQuestion[]): number {
  let sum = 0;
  for (const { score } of answerable)
    for (const other of others) sum += score > other.score ? 1 : score === other.score ? 0.5 : 0;
  return sum / (answerable.length * others.length);
}

/** Returns the share of questions that are answered with the threshold at which `share` of the others are answered, too. */
function measureCurve(
  answerable: readonly AnsweredQuestion[],
  others: readonly AnsweredQuestion[],
  share: number,
): number {
  const scores = others.map(({ score }) => score).toSorted((a, b) => b - a);
  const threshold = scores[Math.floor(share * scores.length)] ?? -Infinity;
  return shareOf(answerable, ({ score }) => score > threshold);
}

function describeStyles(answered: readonly AnsweredQuestion[]): readonly BenchRow[] {
  return [...new Set(answered.map(({ style }) => style))].map((style) => {
    const count = (isAnswerable: boolean) =>
      answerLevels
        .map(
          (level) =>
            answered.filter((one) => one.style === style && one.isAnswerable === isAnswerable && one.answer === level)
              .length,
        )
        .join(' / ');
    return {
      name: `answering, style "${style}": ${answerLevels.join(' / ')}`,
      measured: `${count(true)} with an answer, ${count(false)} without`,
      target: 'none',
      ok: true,
    };
  });
}

if (import.meta.main) printRows(await bench());
