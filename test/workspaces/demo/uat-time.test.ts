import { expect, test } from 'vitest';
import { chooseUatTime } from '../../../electron/service/workspaces/demo/seed-requests.ts';

test.each([
  ['a Friday is kept', new Date(2026, 10, 20, 23, 30), new Date(2026, 10, 20, 10)],
  ['a Saturday', new Date(2026, 10, 21, 3), new Date(2026, 10, 23, 10)],
  ['a Sunday', new Date(2026, 10, 22, 20), new Date(2026, 10, 23, 10)],
  ['across the end of a month', new Date(2027, 0, 31), new Date(2027, 1, 1, 10)],
])('UAT of the demo starts in the morning of a working day: %s', (_, requested, expected) => {
  expect(chooseUatTime(requested.getTime())).toBe(expected.getTime());
});
