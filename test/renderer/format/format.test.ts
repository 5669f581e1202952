import { describe, expect, it, vi } from 'vitest';

/** The formats as a system with that language and those habits has them. */
async function formatsOf(systemLocale: string) {
  vi.resetModules();
  vi.stubGlobal('switchboard', { systemLocale });
  const [sizes, times, numbers] = await Promise.all([
    import('../../../renderer/format/format-size.ts'),
    import('../../../renderer/format/format-time.ts'),
    import('../../../renderer/format/format-number.ts'),
  ]);
  vi.unstubAllGlobals();
  return { ...sizes, ...times, ...numbers };
}

const { formatSize, formatExactTime, formatRelativeTime, formatCompactNumber } = await formatsOf('en-GB');

it.each([
  [0, '0 bytes'],
  [1023, '1023 bytes'],
  [1536, '1.5 KB'],
  [20 * 1024 * 1024, '20 MB'],
  [173_000_000, '165 MB'],
])('%d bytes are told as %j', (sizeBytes, told) => {
  expect(formatSize(sizeBytes)).toBe(told);
});

it('writes a number shortly where an axis has little room', () => {
  expect([0, 500, 2_000, 1_000_000].map(formatCompactNumber)).toEqual(['0', '500', '2k', '1m']);
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

describe('a system of another language', () => {
  it('has its own numbers and dates', async () => {
    const german = await formatsOf('de-DE');
    expect(german.formatNumber(12_480)).toBe('12.480');
    expect(german.formatSize(1536)).toBe('1,5 KB');
    const now = new Date(2026, 4, 12, 14, 5);
    expect(german.formatRelativeTime(new Date(2026, 2, 12), now)).toBe('12. März');
    const american = await formatsOf('en-US');
    expect(american.formatRelativeTime(new Date(2026, 2, 12), now)).toBe('Mar 12');
    expect(american.formatRelativeTime(new Date(2026, 4, 10, 14, 5), now)).toMatch(/^Sun 2:05\sPM$/);
  });

  it('that no format knows is written as the machine’s', async () => {
    const { formatNumber } = await formatsOf('C.UTF-8!');
    expect(formatNumber(7)).toBe('7');
  });
});
