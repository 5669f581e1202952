import { expect, test } from 'vitest';
import { instructsStaff } from '../../../electron/service/features/knowledge/answers/instructs-staff.ts';

test.each([
  'Ask the caller for the order number.',
  'Never tell customers about the second discount.',
  'If a caller is angry, offer a call back.',
  'Agents must not confirm a date.',
  'Say: "I will find that out for you."',
  'Do not mention the allowance of the manager.',
  'For internal use only.',
])('“%s” is for employees', (sentence) => {
  expect(instructsStaff(sentence)).toBe(true);
});

test.each([
  'A customer who cancels early pays $15 a month.',
  'Tell us when you move.',
  'Ask at the desk for a key.',
  'If the customer is not at home, the parcel goes back to the depot.',
  'Our agents are available until 18:00.',
  'Do not use the oven as a heater.',
  'Send the form to the office in Lindale.',
])('“%s” is for customers', (sentence) => {
  expect(instructsStaff(sentence)).toBe(false);
});
