import { expect, test } from 'vitest';
import { createDayFormat } from '../../../renderer/format/typed-day.ts';
import { toLocalDay, startOfDay } from '../../../renderer/format/local-day.ts';

test.each([
  ['en-GB', '12/03/2026', 'dd/mm/yyyy'],
  ['en-US', '03/12/2026', 'mm/dd/yyyy'],
  ['de-DE', '12.03.2026', 'dd.mm.yyyy'],
  ['ja-JP', '2026/03/12', 'yyyy/mm/dd'],
  ['th-TH', '12/03/2026', 'dd/mm/yyyy'],
  ['fa-IR', '2026/03/12', 'yyyy/mm/dd'],
])('a day is written and read in the order of %s', (language, text, placeholder) => {
  const format = createDayFormat(language);
  expect([format.format('2026-03-12'), format.placeholder]).toEqual([text, placeholder]);
  expect(format.parse(text)).toBe('2026-03-12');
  expect(format.parse('2026-03-12')).toBe('2026-03-12');
});

test('a typed day can be short, but must exist', () => {
  const { parse } = createDayFormat('en-GB');
  expect(['1/2/26', '１／２／２０２６', '29.2.2028', '2028-2-29', '1 2 2026'].map(parse)).toEqual([
    '2026-02-01',
    '2026-02-01',
    '2028-02-29',
    '2028-02-29',
    '2026-02-01',
  ]);
  for (const text of ['', '12', '12/3', '30/02/2026', '29/02/2027', '1/13/2026', '0/1/2026', '1/1/1/2026', '1/1/202'])
    expect(parse(text), text).toBeNull();
});

test('every language parses the text that it formats', () => {
  for (const language of [
    'ar-EG',
    'bg',
    'cs',
    'da',
    'el',
    'fi',
    'he',
    'hi',
    'hu',
    'ko',
    'lt',
    'mn',
    'nl',
    'sv',
    'zh-TW',
  ])
    for (const day of ['2026-01-02', '2026-12-31', '2028-02-29']) {
      const { format, parse } = createDayFormat(language);
      expect(parse(format(day)), `${language}: ${format(day)}`).toBe(day);
    }
});

test('a day of the first century keeps its year', () => {
  expect(toLocalDay(startOfDay('0042-03-12'))).toBe('0042-03-12');
});
