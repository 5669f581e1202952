import { expect, test } from 'vitest';
import { judgeCompleteness } from '../../../electron/service/features/speech/listening/judge-completeness.ts';

test.each([
  ['Please call me back on Monday.', 'complete'],
  ['What does it cost?', 'complete'],
  ['yes', 'complete'],
  ['No, thank you.', 'complete'],
  ['I would like to book a visit', 'complete'],
  ['Who is it for?', 'complete'],
  ['I would like to', 'unfinished'],
  ['Well, um', 'unfinished'],
  ['I can come on Friday and', 'unfinished'],
  ['On Friday,', 'unfinished'],
  ['So...', 'unfinished'],
  ['I want to know the', 'unfinished'],
  ["Because it's", 'unfinished'],
  ['Friday', 'unknown'],
  ['', 'unknown'],
] as const)('“%s” is %s', (text, expected) => {
  expect(judgeCompleteness(text)).toBe(expected);
});
