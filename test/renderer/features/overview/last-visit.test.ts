import { expect, test } from 'vitest';
import { findLastVisit } from '../../../../renderer/features/overview/last-visit.ts';

const now = new Date('2026-05-12T12:00:00Z');
const stored = (seen_at: string, since?: string) => JSON.stringify({ seen_at, since });

test.each([
  [
    'after an absence of half an hour',
    stored('2026-05-12T11:30:00.000Z', '2026-05-01T00:00:00.000Z'),
    '2026-05-12T11:30:00.000Z',
  ],
  [
    'after a reload, the same as before',
    stored('2026-05-12T11:59:00.000Z', '2026-05-01T00:00:00.000Z'),
    '2026-05-01T00:00:00.000Z',
  ],
  ['during the first visit', stored('2026-05-12T11:59:00.000Z'), undefined],
  ['on the first one', null, undefined],
  ['if what is stored is not valid', '{"seen_at":"yesterday"}', undefined],
  ['if what is stored is not JSON', '{', undefined],
])('the last visit, %s', (_, text, expected) => {
  expect(findLastVisit(text, now)).toBe(expected);
});
