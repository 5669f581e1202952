import { expect, test } from 'vitest';
import type { RequestStep } from '../../shared/agent-requests.ts';
import { measureUatMoves } from '../../shared/uat-moves.ts';

/** Steps that say one date after the other, an hour apart. */
const said = (...dates: readonly (string | null)[]): readonly RequestStep[] =>
  dates.map((date, at) => ({
    at: `2026-01-01T0${at}:00:00.000Z`,
    by: null,
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
  expect(measureUatMoves(said(...dates))).toMatchObject({ count, daysLater });
});

test('where no date was said, nothing has moved', () => {
  expect(measureUatMoves([])).toBeNull();
  expect(measureUatMoves(said(null))).toBeNull();
});

test('the last date was said when it was said', () => {
  expect(measureUatMoves(said('2026-03-01', '2026-03-02'))?.saidAt).toBe('2026-01-01T01:00:00.000Z');
});
