import { expect, test } from 'vitest';
import { embeddingDimensions, modelFingerprint } from '../../../electron/service/features/knowledge/embedding/model.ts';
import {
  deserializeQuestionVector,
  readQuestionVectors,
  serializeQuestionVector,
} from '../../../electron/service/workspaces/demo/question-vectors.ts';
import { appRoutes, v1Routes } from '../../../shared/contract/contract.ts';
import { dayMs } from '../../../shared/text/duration.ts';
import { embedQuestions } from '../../fixtures/make-question-vectors.ts';
import { chooseFuzzRuns } from '../../helpers/processes/fuzz-runs.ts';
import { startService } from '../../helpers/service/start-service.ts';

const multiply = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

test('a vector keeps its direction in bytes, and its unit length', () => {
  const vector = Float32Array.from({ length: embeddingDimensions }, (_, at) => Math.sin(at * 7));
  const length = Math.hypot(...vector);
  const stored = deserializeQuestionVector(serializeQuestionVector(vector));
  expect(Math.hypot(...stored)).toBeCloseTo(1, 5);
  expect(multiply(vector, stored) / length).toBeGreaterThan(0.9998);
});

test('the shipped vectors come from the shipped model: run make-demo-conversations.ts if they differ', async () => {
  const { model, questions } = readQuestionVectors();
  expect(model).toBe(modelFingerprint);
  const tested = questions.slice(0, chooseFuzzRuns({ perCommit: 6, long: questions.length }));
  const made = await embedQuestions(tested.flatMap(({ texts }) => texts));
  for (const [at, { question, texts, vector }] of tested.entries()) {
    expect(made.questions[at]).toMatchObject({ question, texts });
    const ours = deserializeQuestionVector(made.questions[at]?.vector ?? '');
    expect(multiply(deserializeQuestionVector(vector), ours), question).toBeGreaterThan(0.98);
  }
});

test('a new demo has no question to embed: its knowledge gaps are grouped at first sight', async () => {
  const started = await startService();
  await started.app(appRoutes.createWorkspace, { json: { kind: 'demo' } });
  const [from, to] = [Date.now() - 200 * dayMs, Date.now()].map((time) => new Date(time).toISOString());
  const gaps = await started.v1(v1Routes.listKnowledgeGaps, { query: { from: from ?? '', to: to ?? '' } });
  await started.stop();
  expect([gaps.pending_count, gaps.question_count > 500, gaps.total >= 10]).toEqual([0, true, true]);
  expect(gaps.data[0]?.count).toBeGreaterThan(gaps.question_count / gaps.total);
  for (const words of [/student/, /PayPal/, /Netflix/])
    expect(gaps.data.filter(({ question }) => words.test(question))).toHaveLength(1);
});
