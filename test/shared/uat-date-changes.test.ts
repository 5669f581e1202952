import { expect, test } from 'vitest';
import type { AgentRequestEvent } from '../../shared/agent-requests.ts';
import { findUatDateChanges } from '../../shared/uat-date-changes.ts';

/** Steps that say one date after the other, an hour apart. */
const said = (...dates: readonly (string | null)[]): readonly AgentRequestEvent[] =>
  dates.map((date, at) => ({
    at: `2026-01-01T0${at}:00:00.000Z`,
    actor_name: null,
    kind: 'uat_date',
    date: date && `${date}T09:00:00.000Z`,
  }));

test.each([
  [['2026-03-01'], 0, 0],
  [['2026-03-01', '2026-03-13'], 1, 12],
  [['2026-03-01', '2026-03-10', '2026-02-20', '2026-03-13'], 3, 12],
  [['2026-03-10', '2026-03-01'], 1, -9],
  [['2026-03-01', '2026-03-09', '2026-03-01'], 2, 0],
  [['2026-03-01', null, '2026-03-02'], 1, 1],
  [['2026-03-01', null, '2026-03-01'], 0, 0],
  [['2026-03-28', '2026-03-30'], 1, 2],
])('%j: moved %i times, %i days later', (dates, count, daysLater) => {
  expect(findUatDateChanges(said(...dates))).toMatchObject({ count, daysLater });
});

test('where no date was said, nothing has moved', () => {
  expect(findUatDateChanges([])).toBeNull();
  expect(findUatDateChanges(said(null))).toBeNull();
});

test('the last date was said when it was said', () => {
  expect(findUatDateChanges(said('2026-03-01', '2026-03-02'))?.setAt).toBe('2026-01-01T01:00:00.000Z');
});
