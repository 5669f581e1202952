import { describe, expect, test } from 'vitest';
import { findPreviousPeriod } from '../../../shared/insights/previous-period.ts';

describe('the previous period', () => {
  test.each([
    ['of whole days', 'UTC', '2026-05-08T00:00Z', '2026-05-15T00:00Z', '2026-05-01T00:00Z', '2026-05-08T00:00Z'],
    ['of an unfinished day', 'UTC', '2026-05-08T00:00Z', '2026-05-14T11:00Z', '2026-05-01T00:00Z', '2026-05-07T11:00Z'],
    [
      'after the clocks went forward',
      'Europe/Berlin',
      '2026-03-28T23:00Z',
      '2026-04-01T09:00Z',
      '2026-03-24T23:00Z',
      '2026-03-28T10:00Z',
    ],
    [
      'after the clocks went back',
      'Europe/Berlin',
      '2026-10-24T22:00Z',
      '2026-10-26T23:00Z',
      '2026-10-22T22:00Z',
      '2026-10-24T22:00Z',
    ],
    [
      'whose end is in the hour that was left out',
      'Europe/Berlin',
      '2026-03-29T22:00Z',
      '2026-03-30T00:30Z',
      '2026-03-28T23:00Z',
      '2026-03-29T01:30Z',
    ],
    ['of an hour', 'UTC', '2026-05-08T10:00Z', '2026-05-08T11:00Z', '2026-05-07T10:00Z', '2026-05-07T11:00Z'],
  ])('%s', (_, timeZone, from, to, fromBefore, toBefore) => {
    expect(findPreviousPeriod({ fromMs: Date.parse(from), toMs: Date.parse(to) }, timeZone)).toEqual({
      fromMs: Date.parse(fromBefore),
      toMs: Date.parse(toBefore),
    });
  });
});
