import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { shortenAnswer } from '../../../electron/service/features/simulation/answers/shorten-answer.ts';

test.each([
  ['The fee is $45.00.', 'The fee is $45.00.'],
  [
    'A technician visit (from Monday to Friday, between 8:00 and 18:00, except on public holidays) costs nothing for customers.',
    'A technician visit costs nothing for customers.',
  ],
  [
    'The router of the plan comes with a power adapter and two cables (one for the terminal, one for a computer',
    'The router of the plan comes with a power adapter and two cables',
  ],
  [
    'If the total is below $5.00, the amount moves to the next bill, and you receive a message about it in the app.',
    'If the total is below $5.00, the amount moves to the next bill',
  ],
  [
    'A visit can be moved or canceled free of charge by phone or online until noon of the working day before.',
    'A visit can be moved or canceled free of charge by phone or online until noon of the working day before.',
  ],
  [
    'Joining one fiber takes about eight minutes, so a cable of 96 fibers comes back in two stages after the cut.',
    'Joining one fiber takes about eight minutes',
  ],
])('shortens “%s” at a pause', (sentence, expected) => {
  expect(shortenAnswer(sentence, 16)).toBe(expected);
});

test('leaves no bracket open, and has a limit, for any text', () => {
  const word = fc.constantFrom('fee', '(see', 'page', '4)', 'and', 'if,', 'the', '[1]', 'router;', '$5.00', '((', ')');
  fc.assert(
    fc.property(fc.array(word, { maxLength: 60 }), (words) => {
      const answer = shortenAnswer(words.join(' '), 16);
      expect(answer.split(/\s+/).length).toBeLessThanOrEqual(60);
      expect(answer).not.toMatch(/[([][^)\]]*$/);
    }),
  );
});
