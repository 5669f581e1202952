import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clusterVectors, sameQuestionCosine } from '../../electron/service/features/insights/cluster-questions.ts';
import { createEmbedder, type Embedder } from '../../electron/service/features/knowledge/embedding/embedder.ts';
import { modelDir } from '../helpers/service/model-dir.ts';
import { questionGroups } from './sample-questions.ts';

let embedder: Embedder;

beforeAll(() => {
  embedder = createEmbedder({ modelDir, threads: 1 });
});
afterAll(() => embedder.close());

/** Runs the generator to its end. */
function cluster(vectors: Float32Array, dimensions: number, threshold: number): readonly (readonly number[])[] {
  const steps = clusterVectors({ vectors, dimensions, threshold });
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The questions in turns, so that neighbors ask different things. */
const questions = [0, 1, 2, 3].flatMap((round) =>
  questionGroups.flatMap((group, at) => (group[round] === undefined ? [] : [{ text: group[round], group: at }])),
);

/** Returns the share of pairs that are together although they should not be, and apart although they should be together. */
function measureErrors(clusters: readonly (readonly number[])[]) {
  const clusterOf = new Map(clusters.flatMap((members, at) => members.map((index) => [index, at] as const)));
  let [same, apart, different, together] = [0, 0, 0, 0];
  for (const [a, first] of questions.entries()) {
    for (const [b, second] of questions.entries()) {
      if (b <= a) continue;
      const isTogether = clusterOf.get(a) === clusterOf.get(b);
      if (first.group === second.group) {
        same += 1;
        if (!isTogether) apart += 1;
      } else {
        different += 1;
        if (isTogether) together += 1;
      }
    }
  }
  return { apart: apart / same, together: together / different };
}

describe('clusterVectors', () => {
  test('puts questions of one meaning together, and others apart', async () => {
    const vectors = await embedder.embed(questions.map(({ text }) => embedder.encode(text)));
    const clusters = cluster(vectors, embedder.dimensions, sameQuestionCosine);
    const errors = measureErrors(clusters);
    expect(errors.apart).toBeLessThan(0.2);
    expect(errors.together).toBeLessThan(0.01);
  });

  test('returns the largest first, each with its central vector first', () => {
    const vectors = Float32Array.from([0, 0, 0, 1, 1, 0, 0, 0, 0.8, 0.6, 0, 0, 0.95, 0.3, 0, 0.05]);
    expect(cluster(vectors, 4, 0.7)).toEqual([[3, 1, 2], [0]]);
    expect(cluster(vectors, 4, 1.1)).toEqual([[0], [1], [2], [3]]);
    expect(cluster(new Float32Array(0), 4, 0.7)).toEqual([]);
  });
});
