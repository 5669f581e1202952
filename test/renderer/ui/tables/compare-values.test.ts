import { describe, expect, it } from 'vitest';
import { compareValues, isMatch } from '../../../../renderer/ui/tables/compare-values.ts';

describe('cell values', () => {
  it('are sorted by the rules of the locale, empty values first', () => {
    expect(['Part 10', null, 'part 2', 'Älg'].toSorted(compareValues)).toEqual([null, 'Älg', 'part 2', 'Part 10']);
    expect([10, null, 9].toSorted(compareValues)).toEqual([null, 9, 10]);
  });

  it('match a query if they contain every word, ignoring case and accents', () => {
    expect(isMatch('Résumé of the Price list', 'price resume')).toBe(true);
    expect(isMatch('Price list', 'price 2026')).toBe(false);
    expect(isMatch(null, '')).toBe(true);
  });

  it.each([
    ['Łódź', 'lodz'],
    ['Straße', 'STRASSE'],
    ['Øresund', 'oresund'],
    ['İzmir', 'izmir'],
    ['O’Neil', "o'neil"],
    ['ＡＢＣ', 'abc'],
    ['co\u00adop', 'coop'],
    ['علی', 'علي'],
  ])('%s matches %s, as another keyboard writes it', (value, query) => {
    expect(isMatch(value, query)).toBe(true);
  });
});
