import { expect, it } from 'vitest';
import { cutHit } from '../../../../renderer/calls/list/cut-hit.ts';

const before = 'The plan that you have now costs forty nine dollars a month, and there is no fee for leaving it early.';

it('shows a turn from its beginning where the words stand there', () => {
  expect(cutHit('A refund takes three days.', 'refunds')).toBe('A refund takes three days.');
});

it('shows a long turn from shortly before the first word found', () => {
  const cut = cutHit(`${before} A refund takes three days.`, 'refund');
  expect(cut).toMatch(/^… \w/);
  expect(cut).toContain('A refund takes three days.');
  expect(cut.indexOf('refund')).toBeLessThan(60);
});

it('never shows more than a line can hold, however long a turn is', () => {
  expect(cutHit('word '.repeat(10_000), 'missing').length).toBeLessThanOrEqual(400);
  expect(cutHit(`${'x'.repeat(5_000)} refund ${'y'.repeat(5_000)}`, 'refund')).toContain('refund');
});
