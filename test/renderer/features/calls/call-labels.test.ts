import { expect, test } from 'vitest';
import { describeTotal } from '../../../../renderer/features/calls/call-labels.ts';

test('the total of a period says how many calls have no date', () => {
  expect(describeTotal({ total: 579, without_date: 0 }, false)).toBe('579 calls');
  expect(describeTotal({ total: 1, without_date: 2_443 }, false)).toBe('1 call · 2,443 without a date');
});

test('the total says that more calls may arrive', () => {
  expect(describeTotal({ total: 400, without_date: 0 }, true)).toBe('400 calls · Fetching …');
});
