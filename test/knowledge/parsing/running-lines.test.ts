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

/** Numbers that do not count the pages: what they say differs. */
const body = (number: number) =>
  ['Body', 'a', 'b', 'c', 'End'].map((text, at) => line(`${text} ${number * 3}.`, 700 - at * 14));

const textOf = (lines: readonly TextLine[]) => lines.map(({ text }) => text);

test('keeps the first head and foot and takes off the others, with their page numbers', () => {
  const filter = createRunningLineFilter();
  const page = (number: number) => [line('Harbour', 760, 8), ...body(number), line(`Page ${number} of 9`, 30, 8)];
  expect([1, 2, 3].map((number) => textOf(filter(number, page(number))))).toEqual([
    ['Harbour', ...textOf(body(1)), 'Page 1 of 9'],
    textOf(body(2)),
    textOf(body(3)),
  ]);
});

test('takes off heads that differ on left and right pages', () => {
  const filter = createRunningLineFilter();
  const heads = ['Left', 'Right', 'Left', 'Right'];
  const kept = heads.map((head, at) => textOf(filter(at + 1, [line(head, 760), ...body(at * 2)]))[0]);
  expect(kept).toEqual(['Left', 'Right', 'Body 12.', 'Body 18.']);
});

test('keeps what is at the same place but says something else', () => {
  const filter = createRunningLineFilter();
  const page = (number: number) => [
    line(`The locker of page ${number} has key ${number * 7 + 3}.`, 760),
    ...body(number),
  ];
  for (const number of [1, 2, 3]) expect(filter(number, page(number))).toEqual(page(number));
});

test('keeps what is repeated in the middle of a page, and pages of a few lines', () => {
  const filter = createRunningLineFilter();
  const page = (number: number) => [...body(number), line('Notes', 672)];
  for (const number of [1, 2]) expect(filter(number, page(number))).toEqual(page(number));
  const short = [line('Slide', 700), line('Thanks', 650)];
  expect(filter(3, short)).toEqual(short);
  expect(filter(4, short)).toEqual(short);
});
