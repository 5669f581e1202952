import { expect, test } from 'vitest';
import {
  createLineJoiner,
  rebuildLines,
  type TextItem,
} from '../../../electron/service/features/knowledge/parsing/pdf/rebuild-lines.ts';

/** Creates the runs of a line from their left edges and texts. A character is six points wide. */
const line = (y: number, ...runs: readonly (readonly [x: number, text: string])[]): readonly TextItem[] =>
  runs.map(([x, text], index) => ({
    text,
    x,
    y,
    width: text.length * 6,
    size: 12,
    isHorizontal: true,
    isLineEnd: index === runs.length - 1,
  }));
const join = (...lines: readonly (readonly TextItem[])[]) => createLineJoiner()(rebuildLines(lines.flat()));

test('joins a word that is hyphenated at the end of a line', () => {
  expect(join(line(700, [50, 'We answer every ques-']), line(686, [50, 'tion within one day.']))).toBe(
    'We answer every question within one day.',
  );
});

test('keeps the hyphen of a compound that is also hyphenated within a line', () => {
  expect(join(line(700, [50, 'A well-known firm is well-']), line(686, [50, 'known for good service.']))).toBe(
    'A well-known firm is well-known for good service.',
  );
});

test('separates rows by line ends and their cells by tabs', () => {
  expect(join(line(700, [50, 'Price'], [200, '10']), line(686, [50, 'Weight'], [200, '12']))).toBe(
    'Price\t10\nWeight\t12',
  );
});

test('joins adjacent runs to words, and separates runs with a gap', () => {
  expect(join(line(700, [50, 'off'], [68, 'ice'], [92, 'hours']))).toBe('office hours');
});

test('starts a paragraph after a large vertical gap', () => {
  expect(join(line(700, [50, 'Refunds']), line(660, [50, 'Paid in five days.']))).toBe('Refunds\n\nPaid in five days.');
});

test('joins lines of a script without spaces directly', () => {
  expect(join(line(700, [50, '営業時間は月曜日から']), line(686, [50, '金曜日までです。']))).toBe(
    '営業時間は月曜日から金曜日までです。',
  );
});
