import { describe, expect, it } from 'vitest';
import { formatSize } from '../../../renderer/format/format-size.ts';
import { formatExactTime, formatRelativeTime } from '../../../renderer/format/format-time.ts';

it.each([
  [0, '0 bytes'],
  [1023, '1023 bytes'],
  [1536, '1.5 KB'],
  [20 * 1024 * 1024, '20 MB'],
  [173_000_000, '165 MB'],
])('%d bytes are told as %j', (sizeBytes, told) => {
  expect(formatSize(sizeBytes)).toBe(told);
});

describe('a moment', () => {
  const now = new Date(2026, 2, 12, 14, 5);
  const at = (...parts: [number, number, number, number, number]) => formatRelativeTime(new Date(...parts), now);

  it('is told relative to now, the further the rougher', () => {
    expect(at(2026, 2, 12, 14, 5)).toBe('just now');
    expect(at(2026, 2, 12, 14, 2)).toBe('3 min ago');
    expect(at(2026, 2, 12, 9, 0)).toBe('5 h ago');
    expect(at(2026, 2, 10, 9, 30)).toBe('Tue 09:30');
    expect(at(2026, 0, 2, 9, 30)).toBe('2 Jan');
    expect(at(2024, 0, 2, 9, 30)).toBe('2 Jan 2024');
  });

  it('of a clock that runs ahead is told as now', () => {
    expect(at(2026, 2, 12, 14, 6)).toBe('just now');
  });

  it('has its exact form in UTC', () => {
    expect(formatExactTime(new Date('2026-03-12T09:30:00.000Z'))).toContain('(2026-03-12 09:30:00 UTC)');
  });
});
