import { describe, expect, it, vi } from 'vitest';

/** Imports the formatters for a system locale. */
async function importFormatters(systemLocale: string) {
  vi.resetModules();
  vi.stubGlobal('switchboard', { systemLocale });
  const [sizes, times, numbers, days] = await Promise.all([
    import('../../../renderer/format/format-size.ts'),
    import('../../../renderer/format/format-time.ts'),
    import('../../../renderer/format/format-number.ts'),
    import('../../../renderer/format/format-day.ts'),
  ]);
  vi.unstubAllGlobals();
  return { ...sizes, ...times, ...numbers, ...days };
}

const { formatSize, formatExactTime, formatRelativeTime, formatCompactNumber, formatDayRange, formatUtcDay } =
  await importFormatters('en-GB');

it.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1023, '1 KB'],
  [999 * 1024, '999 KB'],
  [1000 * 1024, '1 MB'],
  [1536, '1.5 KB'],
  [20 * 1024 * 1024, '20 MB'],
  [173_000_000, '165 MB'],
])('formats %d bytes as %j', (sizeBytes, expected) => {
  expect(formatSize(sizeBytes)).toBe(expected);
});

it('formats compact numbers', () => {
  expect([0, 500, 2_000, 1_000_000].map(formatCompactNumber)).toEqual(['0', '500', '2k', '1m']);
});

it.each([
  ['2026-05-12T00:00:00', '2026-05-18T23:59:59', '12 – 18 May'],
  ['2026-04-28T00:00:00', '2026-05-02T12:00:00', '28 Apr – 2 May'],
  ['2026-05-12T00:00:00', '2026-05-12T23:59:59', '12 May'],
  ['2025-12-28T00:00:00', '2026-01-02T12:00:00', '28 Dec 2025 – 2 Jan 2026'],
])('formats the days from %s to %s as %j', (from, to, expected) => {
  expect(formatDayRange(from, to, new Date(2026, 4, 20)).replaceAll(/\s*–\s*/g, ' – ')).toBe(expected);
});

it('formats a day in UTC, with its year if it is another one', () => {
  const now = new Date('2027-01-01T00:10:00Z');
  expect(formatUtcDay('2027-01-01T00:00:00Z', now)).toBe('Fri 1 Jan');
  expect(formatUtcDay('2026-12-31T23:59:00Z', now)).toBe('31 Dec 2026');
});

describe('a time', () => {
  const now = new Date(2026, 2, 12, 14, 5);
  const format = (...parts: [number, number, number, number, number]) => formatRelativeTime(new Date(...parts), now);

  it('is formatted relative to now', () => {
    expect(format(2026, 2, 12, 14, 5)).toBe('just now');
    expect(format(2026, 2, 12, 14, 2)).toBe('3 min ago');
    expect(format(2026, 2, 12, 9, 0)).toBe('5 h ago');
    expect(format(2026, 2, 10, 9, 30)).toBe('Tue 09:30');
    expect(format(2026, 0, 2, 9, 30)).toBe('2 Jan');
    expect(format(2024, 0, 2, 9, 30)).toBe('2 Jan 2024');
  });

  it('in the future is formatted as now, or as a date if the clock was wrong', () => {
    expect(format(2026, 2, 12, 14, 6)).toBe('just now');
    expect(format(2026, 2, 12, 15, 0)).toBe('12 Mar, 15:00');
    expect(format(2027, 2, 12, 15, 0)).toBe('12 Mar 2027');
  });

  it('has an exact form in UTC', () => {
    expect(formatExactTime(new Date('2026-03-12T09:30:00.000Z'))).toContain('(2026-03-12 09:30:00 UTC)');
  });
});

describe('a system with another locale', () => {
  it('has its own formats of numbers and dates', async () => {
    const german = await importFormatters('de-DE');
    expect(german.formatNumber(12_480)).toBe('12.480');
    expect(german.formatSize(1536)).toBe('1,5 KB');
    const now = new Date(2026, 4, 12, 14, 5);
    expect(german.formatRelativeTime(new Date(2026, 2, 12), now)).toBe('12. März');
    const american = await importFormatters('en-US');
    expect(american.formatRelativeTime(new Date(2026, 2, 12), now)).toBe('Mar 12');
    expect(american.formatRelativeTime(new Date(2026, 4, 10, 14, 5), now)).toMatch(/^Sun 2:05\sPM$/);
  });

  it('falls back to the default locale if the name is invalid', async () => {
    const { formatNumber } = await importFormatters('C.UTF-8!');
    expect(formatNumber(7)).toBe('7');
  });
});
