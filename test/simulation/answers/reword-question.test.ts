import { expect, test } from 'vitest';
import { rewordQuestion, writePlainly } from '../../../electron/service/features/simulation/answers/reword-question.ts';

test.each([
  ['cant i do it in bits', 'cant i do it in parts'],
  ['what happens if i chicken out', 'what happens if i cancel'],
  ['what if i cant make it', 'what happens if I cancel'],
  ['what happens if I do nothing', 'what happens without it'],
  ['can my son collect it', 'can someone else collect it'],
  ['can my little one come along', 'can children come along'],
  ['who pays for that', 'is it free'],
  ['the fitting is that on top or', 'the fitting does it cost extra'],
  ['does it talk to Xero', 'does it work with Xero'],
  ['which days do you come', 'what are your opening hours'],
])('“%s” is also asked as “%s”', (question, plain) => {
  expect(rewordQuestion(question)).toBe(plain);
});

test.each(['how much does it cost', 'can I talk to the manager', 'does the bank pay interest'])(
  '“%s” has no other words',
  (question) => {
    expect(rewordQuestion(question)).toBeNull();
  },
);

test('what only stresses a question is left out', () => {
  expect(writePlainly("do you still take cards and where's that again")).toBe('do you take cards and where is that ');
});
