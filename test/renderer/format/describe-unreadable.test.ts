import { expect, test } from 'vitest';
import { describeUnreadable } from '../../../renderer/format/describe-unreadable.ts';

test('describes the number of damaged records', () => {
  expect(describeUnreadable(1, 'invoice')).toBe('1 invoice is damaged in the workspace’s file and cannot be shown.');
  expect(describeUnreadable(2, 'request')).toBe('2 requests are damaged in the workspace’s file and cannot be shown.');
});
