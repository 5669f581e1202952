import { expect, it } from 'vitest';
import { createMatchExcerpt } from '../../../../renderer/calls/list/create-match-excerpt.ts';

const before = 'The plan that you have now costs forty nine dollars a month, and there is no fee for leaving it early.';

it('shows a turn from its beginning where the words stand there', () => {
  expect(createMatchExcerpt('A refund takes three days.', 'refunds')).toBe('A refund takes three days.');
});

it('shows a long turn from shortly before the first word found', () => {
  const cut = createMatchExcerpt(`${before} A refund takes three days.`, 'refund');
  expect(cut).toMatch(/^… \w/);
  expect(cut).toContain('A refund takes three days.');
  expect(cut.indexOf('refund')).toBeLessThan(60);
});

it('never shows more than a line can hold, however long a turn is', () => {
  expect(createMatchExcerpt('word '.repeat(10_000), 'missing').length).toBeLessThanOrEqual(400);
  expect(createMatchExcerpt(`${'x'.repeat(5_000)} refund ${'y'.repeat(5_000)}`, 'refund')).toContain('refund');
});
