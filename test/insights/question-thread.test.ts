import { afterEach, beforeEach, expect, test } from 'vitest';
import { QuestionThread } from '../../electron/service/features/insights/question-thread.ts';

const { signal } = new AbortController();
const dimensions = 384;
let thread: QuestionThread;

beforeEach(() => {
  thread = new QuestionThread();
});
afterEach(() => thread.close());

/** Vectors of which each is alone in its group, so that it is compared with all groups before it. */
function createVectors(count: number): Float32Array<ArrayBuffer> {
  const vectors = new Float32Array(count * dimensions);
  let state = 1;
  for (let index = 0; index < vectors.length; index++) {
    state = (state * 48_271) % 2_147_483_647;
    vectors[index] = (state / 2_147_483_647 - 0.5) * Math.sqrt(12 / dimensions);
  }
  return vectors;
}

test('a few turns are interpreted while many questions are being grouped', async () => {
  const ended: string[] = [];
  const grouping = thread
    .cluster({ vectors: createVectors(2_000), dimensions, threshold: 0.55 }, signal)
    .then(() => ended.push('cluster'));
  const questions = await thread.findQuestions(['Good morning. What does it cost?'], signal);
  ended.push('find');
  await grouping;
  expect(questions).toEqual(['What does it cost?']);
  expect(ended).toEqual(['find', 'cluster']);
});

test('requests that run when the thread is closed, or come later, are refused', async () => {
  const turns = Array.from({ length: 5_000 }, (_, index) => `What does router ${index} cost?`);
  const running = expect(thread.findQuestions(turns, signal)).rejects.toThrow('The workspace was closed.');
  await thread.close();
  await running;
  await expect(thread.findQuestions(turns, signal)).rejects.toThrow('The workspace was closed.');
});
