import { expect, test } from 'vitest';
import { isEcho } from '../../electron/service/features/simulation/is-echo.ts';

const said = 'Hello, this is Nora from Northwind. I am calling about your renewal on the first of May.';

test.each([
  ['the same words', 'this is Nora from Northwind', true],
  ['a part that was misheard in one word', 'I am calling about your renewal on the first of day', true],
  ['another answer', 'I am not interested in a renewal', false],
  ['an answer with some of the words', 'Who is this? Nora from where?', false],
  ['a short answer that the agent said as well', 'Nora', false],
  ['nothing', '', false],
])('%s', (_, heard, expected) => {
  expect(isEcho(heard, said)).toBe(expected);
});
