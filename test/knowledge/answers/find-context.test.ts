import { expect, test } from 'vitest';
import { findContext } from '../../../electron/service/features/knowledge/answers/answer-question.ts';

const topic = 'How long does the delivery of a washing machine take?';

test('a question that refers to its topic gets it, also after others that do', () => {
  expect(findContext({ question: 'And for a dryer?', before: [topic] })).toBe(topic);
  expect(
    findContext({
      question: 'How much is it?',
      before: ['Hello.', topic, 'And for a dryer?', 'How long?', 'And there?'],
    }),
  ).toBe(`${topic} How long? And there?`);
});

test('a complete question and a word of a search need no topic', () => {
  expect(findContext({ question: 'Do you ship parcels to Malta?', before: [topic] })).toBe('');
  expect(findContext({ question: 'deposit', before: [topic] })).toBe('');
});

test('turns without a topic are no context', () => {
  expect(findContext({ question: 'How much is it?', before: ['Yes, please.', 'And then?'] })).toBe('');
});
