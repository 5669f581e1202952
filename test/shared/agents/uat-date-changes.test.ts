import { expect, test } from 'vitest';
import type { AgentRequestEvent } from '../../../shared/agents/agent-requests.ts';
import { findUatDateChanges } from '../../../shared/agents/uat-date-changes.ts';

/** Creates events that set the dates, one hour apart. */
const createEvents = (...dates: readonly (string | null)[]): readonly AgentRequestEvent[] =>
  dates.map((date, index) => ({
    at: `2026-01-01T0${index}:00:00.000Z`,
    actor_name: null,
    by_remote: false,
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
])('%j: %i changes, %i days later', (dates, changeCount, daysLater) => {
  expect(findUatDateChanges(createEvents(...dates))).toMatchObject({ changeCount, daysLater });
});

test('returns null without a date', () => {
  expect(findUatDateChanges([])).toBeNull();
  expect(findUatDateChanges(createEvents(null))).toBeNull();
});

test('returns the time at which the current date was set', () => {
  expect(findUatDateChanges(createEvents('2026-03-01', '2026-03-02'))?.setAt).toBe('2026-01-01T01:00:00.000Z');
});
