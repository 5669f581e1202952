import { expect, test } from 'vitest';
import { cutHeardText, type SpokenPart } from '../../electron/service/features/simulation/cut-heard-text.ts';

const parts: readonly SpokenPart[] = [
  { text: 'Hello, this is Nora. How are you?', seconds: [2, 1] },
  { text: 'It costs 20 dollars a month.', seconds: [1, 2] },
];

test.each([
  [0, ''],
  [0.3, ''],
  [1, 'Hello, this'],
  [1.99, 'Hello, this is'],
  [2, 'Hello, this is Nora.'],
  [2.5, 'Hello, this is Nora. How'],
  [3, 'Hello, this is Nora. How are you?'],
  // The second part was spoken in other pieces than its sentences.
  [4.5, 'Hello, this is Nora. How are you? It costs 20'],
  [6, 'Hello, this is Nora. How are you? It costs 20 dollars a month.'],
  [60, 'Hello, this is Nora. How are you? It costs 20 dollars a month.'],
])('after %d seconds, this was heard: “%s”', (seconds, text) => {
  expect(cutHeardText(parts, seconds)).toBe(text);
});
