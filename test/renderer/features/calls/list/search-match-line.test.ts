import { expect, it } from 'vitest';
import { createMatchExcerpt } from '../../../../../renderer/features/calls/list/search-match-line.tsx';

const before = 'The plan that you have now costs forty nine dollars a month, and there is no fee for leaving it early.';

it('starts an excerpt at the beginning of the turn if the match is near it', () => {
  expect(createMatchExcerpt('A refund takes three days.', 'refunds')).toBe('A refund takes three days.');
});

it('starts the excerpt of a long turn shortly before the first match', () => {
  const excerpt = createMatchExcerpt(`${before} A refund takes three days.`, 'refund');
  expect(excerpt).toMatch(/^… \w/);
  expect(excerpt).toContain('A refund takes three days.');
  expect(excerpt.indexOf('refund')).toBeLessThan(60);
});

it('limits the length of an excerpt', () => {
  expect(createMatchExcerpt('word '.repeat(10_000), 'missing').length).toBeLessThanOrEqual(400);
  expect(createMatchExcerpt(`${'x'.repeat(5_000)} refund ${'y'.repeat(5_000)}`, 'refund')).toContain('refund');
});
