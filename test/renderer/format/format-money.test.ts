import { expect, test } from 'vitest';
import { formatRoundedDollars, formatDollars } from '../../../renderer/format/format-money.ts';
import { formatCycleBoundary } from '../../../renderer/format/format-time.ts';

test('formats exact amounts with cents, and forecasts with cents only if they are small', () => {
  expect([0, 0.1 + 0.2, 412.6, 1_204.5].map(formatDollars)).toEqual(['$0.00', '$0.30', '$412.60', '$1,204.50']);
  expect([0, 4.55, 539.6, 1_204.5].map(formatRoundedDollars)).toEqual(['$0.00', '$4.55', '$540', '$1,205']);
});

test('formats a cycle boundary as a day at local midnight, otherwise with the time', () => {
  expect(formatCycleBoundary(new Date(2026, 2, 1))).toBe('1 Mar 2026');
  expect(formatCycleBoundary(new Date(2026, 1, 28, 19))).toBe('28 Feb 2026, 19:00');
});
