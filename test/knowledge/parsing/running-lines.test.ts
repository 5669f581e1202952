import { expect, test } from 'vitest';
import type { TextLine } from '../../../electron/service/features/knowledge/parsing/pdf/rebuild-lines.ts';
import { createRunningLineFilter } from '../../../electron/service/features/knowledge/parsing/pdf/running-lines.ts';

const line = (text: string, y: number, size = 10): TextLine => ({
  text,
  start: 50,
  end: 300,
  y,
  size,
  isHorizontal: true,
});

/** The numbers in these lines are content, not page numbers. */
const body = (number: number) =>
  ['Body', 'a', 'b', 'c', 'End'].map((text, at) => line(`${text} ${number * 3}.`, 700 - at * 14));

const getTexts = (lines: readonly TextLine[]) => lines.map(({ text }) => text);

test('keeps the first header and footer and removes the others, with their page numbers', () => {
  const filter = createRunningLineFilter();
  const page = (number: number) => [line('Harbour', 760, 8), ...body(number), line(`Page ${number} of 9`, 30, 8)];
  expect([1, 2, 3].map((number) => getTexts(filter(number, page(number))))).toEqual([
    ['Harbour', ...getTexts(body(1)), 'Page 1 of 9'],
    getTexts(body(2)),
    getTexts(body(3)),
  ]);
});

test('removes headers that differ on left and right pages', () => {
  const filter = createRunningLineFilter();
  const headers = ['Left', 'Right', 'Left', 'Right'];
  const kept = headers.map((header, index) => getTexts(filter(index + 1, [line(header, 760), ...body(index * 2)]))[0]);
  expect(kept).toEqual(['Left', 'Right', 'Body 12.', 'Body 18.']);
});

test('keeps lines at the same position with different content', () => {
  const filter = createRunningLineFilter();
  const page = (number: number) => [
    line(`The locker of page ${number} has key ${number * 7 + 3}.`, 760),
    ...body(number),
  ];
  for (const number of [1, 2, 3]) expect(filter(number, page(number))).toEqual(page(number));
});

test('keeps repeated lines in the middle of a page, and pages with few lines', () => {
  const filter = createRunningLineFilter();
  const page = (number: number) => [...body(number), line('Notes', 672)];
  for (const number of [1, 2]) expect(filter(number, page(number))).toEqual(page(number));
  const short = [line('Slide', 700), line('Thanks', 650)];
  expect(filter(3, short)).toEqual(short);
  expect(filter(4, short)).toEqual(short);
});
