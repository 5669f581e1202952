import { expect, test } from 'vitest';
import { createTypeMatcher } from '../../../electron/service/features/knowledge/answers/answer-types.ts';

test.each([
  ['How much is delivery?', 'A parcel costs €4.90.', 'Please bring the receipt.'],
  ['What time do you open?', 'We open at 9:30.', 'The shop is next to the station.'],
  ['When do you collect paper?', 'Paper is collected every second Monday.', 'Put paper into the blue bin.'],
  ['How long is the warranty?', 'The warranty covers two years.', 'The warranty covers faults in material.'],
  ['How old do I have to be?', 'You must be 16.', 'Bring an identity card.'],
  ['How heavy may the parcel be?', 'Up to 20 kg are accepted.', 'We deliver to your door.'],
  ['Who opens the gate?', 'The gate is opened by Rosa.', 'opening it takes a moment'],
  ['Why is the line slow?', 'It is slow because the mast is old.', 'The line is slow.'],
])('“%s” asks for what “%s” offers, and “%s” does not', (question, answer, other) => {
  const match = createTypeMatcher(question);
  expect(match(answer)).toBe(1);
  expect(match(other)).toBeLessThan(1);
});

test('a question that asks for nothing in particular accepts any answer', () => {
  expect(createTypeMatcher('Tell me about the garden')('It has roses.')).toBe(1);
});
