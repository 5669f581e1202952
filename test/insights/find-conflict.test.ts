import { describe, expect, test } from 'vitest';
import { findConflict, readSentence } from '../../electron/service/features/insights/find-conflict.ts';

const find = (a: string, b: string, question = a) =>
  findConflict(readSentence(a), readSentence(b), readSentence(question));

describe('two sentences conflict', () => {
  test.each([
    ['The late payment fee is $8.00.', 'We charge a late payment fee of $10.00.', ['$8.00', '$10.00']],
    [
      'A refund to a card takes ten working days.',
      'Your card gets the refund within 14 days.',
      ['10 working days', '14 days'],
    ],
    ['The shop opens at 9:00 on Saturday.', 'On Saturday the shop opens at 10:00.', ['9:00', '10:00']],
    ['Members get a discount of 20%.', 'The discount for members is 15%.', ['20%', '15%']],
    ['Every router has a 24-month warranty.', 'Every router has a 12-month warranty.', ['24-month', '12-month']],
    [
      'A line is suspended twenty-five days after the due date.',
      'The line is suspended 30 days after the due date.',
      ['25 days', '30 days'],
    ],
  ])('in numbers: %s / %s', (a, b, parts) => {
    expect(find(a, b)).toEqual({ kind: 'number', parts });
    expect(find(b, a)).toEqual({ kind: 'number', parts: parts.toReversed() });
  });

  test.each([
    ['You can return the router to a shop.', 'The router cannot be returned to a shop.', [null, 'cannot']],
    ['We don’t charge a fee for moving.', 'We charge a fee for moving.', ['don’t', null]],
  ])('in a negation: %s / %s', (a, b, parts) => {
    expect(find(a, b)).toEqual({ kind: 'negation', parts });
  });
});

test('a negation conflicts only if both sentences concern the question', () => {
  const [a, b] = ['The guest network is allowed in a home.', 'The guest network cannot see the printers at home.'];
  expect(find(a, b, 'Can guests use the guest network at home?')).toMatchObject({ kind: 'negation' });
  expect(find(a, b, 'Are visitors allowed on the guest network?')).toBeNull();
});

describe('two sentences do not conflict', () => {
  test.each([
    ['the same amount', 'The late fee is $8.00 after ten days.', 'After 10 days, a late fee of $8.00 is due.'],
    ['one amount in common', 'A visit costs $30.00 or $45.00.', 'On Saturday a visit costs $45.00.'],
    ['other units', 'The late fee is due after ten days.', 'The late fee is $8.00 when it is due.'],
    ['different names', 'Fiber 300 costs $49.00 a month.', 'Fiber 500 costs $59.00 a month.'],
    ['different codes', 'Code E-214 means 3 lost packets.', 'Code E-241 means 5 lost packets.'],
    [
      'different terms',
      'If the customer ends a 12-month term early, $10.00 is due for each month.',
      'If the customer ends a 24-month term early, $12.00 is due for each month.',
    ],
    ['other subjects', 'The shop opens at 9:00.', 'Outages are announced at 10:00.'],
    ['two negations', 'You cannot pay by check.', 'You can never pay by check.'],
    ['one term', 'A 12-month contract costs $10.00 to end.', 'It costs $4.00 to end a contract each month.'],
    ['no words', '', ''],
    ['numbers only', '10', '14'],
  ])('with %s', (_, a, b) => {
    expect(find(a, b)).toBeNull();
  });
});
