import { beforeAll, expect, test } from 'vitest';
import {
  createWordVectors,
  type WordVectors,
} from '../../../electron/service/features/knowledge/embedding/word-vectors.ts';
import { loadTokenizer } from '../../../electron/service/features/knowledge/tokenizer.ts';
import { multiply } from '../../../electron/service/features/knowledge/answers/measure-passages.ts';
import { prepareSharedModel } from './prepared-model.ts';

let wordVector: WordVectors;
beforeAll(async () => {
  wordVector = createWordVectors(await prepareSharedModel(), loadTokenizer().encode);
});

test.each([
  ['bicycle', 'bike', 'invoice'],
  ['monday', 'friday', 'router'],
  ['dog', 'puppy', 'contract'],
  ['refund', 'refunds', 'window'],
])('“%s” is closer to “%s” than to “%s”', (word, related, other) => {
  const vector = wordVector(word);
  expect(multiply(vector, wordVector(related))).toBeGreaterThan(multiply(vector, wordVector(other)) + 0.2);
});

test('a vector has unit length, and a word without known parts has none', () => {
  const vector = wordVector('bicycle');
  expect(multiply(vector, vector)).toBeCloseTo(1, 5);
  expect(wordVector('').every((value) => value === 0)).toBe(true);
});

test('a table of another model is refused', () => {
  expect(() => createWordVectors('/', () => [2_000])('word')).toThrow();
});
