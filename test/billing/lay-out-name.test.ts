import { expect, test } from 'vitest';
import { layOutName } from '../../electron/service/features/billing/pdf/lay-out-name.ts';

const layOut = (name: string, width = 100) =>
  layOutName<string>(name, {
    width,
    spaceWidth: 1,
    measure: (text) => text.length,
    chooseFont: (character) => (/\p{sc=Hebrew}/u.test(character) ? 'hebrew' : 'latin'),
  }).lines.map((runs) => runs.map(({ text, x }) => `${x} ${text}`));

test('orders the words of a line by the direction of their scripts', () => {
  expect(layOut('Acme שלום עולם Ltd')).toEqual([['0 Acme', '5 עולם', '10 שלום', '15 Ltd']]);
  expect(layOut('שלום Acme Ltd עולם')).toEqual([['0 עולם', '5 Acme', '10 Ltd', '14 שלום']]);
  expect(layOut('שלום-Acme')).toEqual([['0 Acme', '4 -', '5 שלום']]);
});

test('orders the runs of a font that has letters of both directions', () => {
  const layOutInOneFont = (name: string) =>
    layOutName<string>(name, { width: 100, spaceWidth: 1, measure: (text) => text.length, chooseFont: () => 'all' })
      .lines.flat()
      .map(({ text }) => text);
  expect(layOutInOneFont('מכולת דוד ובניו')).toEqual(['ובניו', 'דוד', 'מכולת']);
  expect(layOutInOneFont('שלום-Acme 12')).toEqual(['Acme', '12', 'שלום-']);
  expect(layOutInOneFont('Acme דוד בע"מ, חיפה!')).toEqual(['Acme', 'חיפה', 'בע"מ,', 'דוד', '!']);
  expect(layOutInOneFont('Acme מֻ (שלום)')).toEqual(['Acme', ')שלום(', 'מֻ']);
  expect(layOutInOneFont('דוד (שלום) ﷺ')).toEqual(['ﷺ', ')שלום(', 'דוד']);
  expect(layOutInOneFont('שלום Acme (2026) נתן')).toEqual(['נתן', '(', '2026', ')', 'Acme', 'שלום']);
  expect(layOutInOneFont('שלום Acme (UK) 12')).toEqual(['Acme', '(UK)', '12', 'שלום']);
});

test('breaks lines before words', () => {
  expect(layOut('שלום עולם Acme', 9)).toEqual([['0 עולם', '5 שלום'], ['0 Acme']]);
});
