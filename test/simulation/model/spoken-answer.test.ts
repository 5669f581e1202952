import { expect, test } from 'vitest';
import { toSpokenAnswer } from '../../../electron/service/features/simulation/model/spoken-answer.ts';

test.each([
  ['**We open** at `nine`.', 'We open at nine.'],
  ['# Prices\n- One month: 20 euros.\n2. Two months: 30 euros.', 'Prices One month: 20 euros. Two months: 30 euros.'],
  ['<think>The user asks about prices.</think>It costs 20 euros. 😀', 'It costs 20 euros.'],
  ['See [our page](https://example.com/a) for more.', 'See our page for more.'],
  ['<b>Hello</b>\u0007 there', 'Hello there'],
  ['<think>without an end', ''],
])('%j is spoken as %j', (answer, spoken) => expect(toSpokenAnswer(answer, [])).toBe(spoken));

test('a sentence with a forbidden phrase is left out', () => {
  expect(toSpokenAnswer('It is cheap. We give a Guarantee for it. Shall I go on?', ['guarantee', ' '])).toBe(
    'It is cheap. Shall I go on?',
  );
});

test('a long answer ends after a sentence', () => {
  const spoken = toSpokenAnswer('This is one more sentence about the course. '.repeat(60), []);
  expect(spoken.length).toBeLessThanOrEqual(600);
  expect(spoken).toMatch(/course\.$/);
});
