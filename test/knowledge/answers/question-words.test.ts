import { expect, test } from 'vitest';
import { listWords, readQuestionWords } from '../../../electron/service/features/knowledge/answers/question-words.ts';

const tools = {
  encode: (text: string) => (text === 'the' ? [1_996] : text.startsWith('rare') ? [9_000, 9_001] : [4_000]),
  wordVector: () => new Float32Array(2),
  countChunks: (words: readonly string[]) => new Map(words.map((word) => [word, word === 'parcel' ? 9 : 0])),
  totalChunks: 10,
};

const read = (question: string, context = '') => readQuestionWords(question, context, tools);

test('words are in lower case, with numbers as digits and without apostrophes', () => {
  expect(listWords("Don't wait fourteen Days")).toEqual(['dont', 'wait', '14', 'days']);
});

test('words that only phrase a question are left out, and each word is listed once', () => {
  expect(read('Can you tell me how a parcel, my parcel, is tracked?').map(({ word }) => word)).toEqual([
    'parcel',
    'tracked',
  ]);
});

test('a rare word weighs more, in English and in the documents', () => {
  const [parcel, tracked, rarest] = read('parcel tracked rareword');
  expect(tracked?.weight).toBeGreaterThan(parcel?.weight ?? 0);
  expect(rarest?.weight).toBeGreaterThan(tracked?.weight ?? 0);
  expect([parcel?.isKnown, tracked?.isKnown]).toEqual([true, false]);
});

test('a word of an earlier turn is not asked', () => {
  expect(read('And for a dryer?', 'How heavy is a parcel?').map(({ word, isAsked }) => [word, isAsked])).toEqual([
    ['heavy', false],
    ['parcel', false],
    ['dryer', true],
  ]);
});

test('a name that no document has is unknown, and the first word of a sentence is no name', () => {
  const names = read('Dogs like it. Do you ship a Parcel to Malta?').filter(({ isUnknownName }) => isUnknownName);
  expect(names.map(({ word }) => word)).toEqual(['malta']);
});
