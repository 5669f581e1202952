import { expect, test } from 'vitest';
import { dependsOnContext } from '../../../electron/service/features/knowledge/answers/answer-question.ts';

test.each([
  'And how much is that?',
  'Can I pay for it online?',
  'And for a dryer?',
  'When does it end?',
  'What about Sundays?',
  'How long?',
  'How much?',
  'Until when?',
])('“%s” needs the turns before it', (question) => {
  expect(dependsOnContext(question)).toBe(true);
});

test.each([
  'Can I keep that old phone number?',
  'Do you take American Express there?',
  'Could you tell me if there is a way to get to your shop?',
  'How much does a move cost?',
  'late payment',
  'deposit',
  'How much is delivery?',
])('“%s” is complete, because it names its subject', (question) => {
  expect(dependsOnContext(question)).toBe(false);
});
