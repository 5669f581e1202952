import { expect, test } from 'vitest';
import type { TextLine } from '../../../../electron/service/features/knowledge/parsing/pdf/join-lines.ts';
import { createRunningLineFilter } from '../../../../electron/service/features/knowledge/parsing/pdf/running-lines.ts';
import { readSections } from '../collect-sections.ts';
import { drawLines, drawPdf, drawText } from './draw-pdf.ts';

const line = (text: string, y: number, size = 10): TextLine => ({
  text,
  start: 50,
  end: 300,
  y,
  size,
  font: 'body',
  isBold: false,
  isRow: false,
  isArtifact: false,
  isWrapped: false,
  columnEnd: 0,
});

/** The numbers in these lines are content, not page numbers. */
const body = (number: number) =>
  ['Body', 'a', 'b', 'c', 'End'].map((text, at) => line(`${text} ${number * 3}.`, 700 - at * 14));

const filterTexts = (filter: ReturnType<typeof createRunningLineFilter>, page: number, lines: readonly TextLine[]) =>
  filter(page, [{ lines, angle: 0, isUncertain: false, isOverlay: false }], 800).flatMap((block) =>
    block.lines.map(({ text }) => text),
  );
const getTexts = (lines: readonly TextLine[]) => lines.map(({ text }) => text);

test('keeps the first header and footer and removes the others, with their page numbers', () => {
  const filter = createRunningLineFilter();
  const page = (number: number) => [line('Harbour', 760, 8), ...body(number), line(`Page ${number} of 9`, 30, 8)];
  expect([1, 2, 3].map((number) => filterTexts(filter, number, page(number)))).toEqual([
    ['Harbour', ...getTexts(body(1)), 'Page 1 of 9'],
    getTexts(body(2)),
    getTexts(body(3)),
  ]);
});

test('removes page numbers above a wide margin, and keeps other lines and numbers there', () => {
  const filter = createRunningLineFilter();
  const page = (number: number, foot: string, y: number) =>
    filterTexts(filter, number, [...body(number), line(foot, y)]);
  expect([1, 2, 3].map((number) => page(number, `${number}`, 90).slice(5))).toEqual([['1'], [], []]);
  expect(
    [4, 5].map((number) => page(number, `${number * 10}`, 90).slice(5)),
    'not rising by one',
  ).toEqual([['40'], ['50']]);
  expect(
    [6, 7].map((number) => page(number, `${number}`, 130).slice(5)),
    'in the text',
  ).toEqual([['6'], ['7']]);
  expect(
    [8, 9].map((number) => page(number, 'Closed', 90).slice(5)),
    'no number',
  ).toEqual([['Closed'], ['Closed']]);
});

test.each(['How much does it cost?', 'Prices:'])('keeps "%s" above different texts', (text) => {
  const filter = createRunningLineFilter();
  const pages = [1, 2].map((number) => filterTexts(filter, number, [line(text, 760, 8), ...body(number)]));
  expect(pages.map(([first]) => first)).toEqual([text, text]);
});

test('removes headers that differ on left and right pages', () => {
  const filter = createRunningLineFilter();
  const headers = ['Left', 'Right', 'Left', 'Right'];
  const kept = headers.map(
    (header, index) => filterTexts(filter, index + 1, [line(header, 760), ...body(index * 2)])[0],
  );
  expect(kept).toEqual(['Left', 'Right', 'Body 12.', 'Body 18.']);
});

test('keeps lines at the same position with different content', () => {
  const filter = createRunningLineFilter();
  const page = (number: number) => [
    line(`The locker of page ${number} has key ${number * 7 + 3}.`, 760),
    ...body(number),
  ];
  for (const number of [1, 2, 3]) expect(filterTexts(filter, number, page(number))).toEqual(getTexts(page(number)));
});

test.each(['Step', 'Shop', 'Classes', 'Room'])('keeps numbered titles in bold at the top of pages: %s', (title) => {
  const filter = createRunningLineFilter();
  const page = (number: number) => [{ ...line(`${title} ${number}`, 760), isBold: true }, ...body(number)];
  for (const number of [1, 2, 3]) expect(filterTexts(filter, number, page(number))).toEqual(getTexts(page(number)));
});

test('keeps repeated lines in the middle of a page, and pages with few lines', () => {
  const filter = createRunningLineFilter();
  const page = (number: number) => [...body(number), line('Notes', 672)];
  for (const number of [1, 2]) expect(filterTexts(filter, number, page(number))).toEqual(getTexts(page(number)));
  const short = [line('Slide', 700), line('Thanks', 650)];
  expect(filterTexts(filter, 3, short)).toEqual(getTexts(short));
  expect(filterTexts(filter, 4, short)).toEqual(getTexts(short));
});

/** Reads pages that have the same text except for their numbers. */
async function readPages(draw: (page: number) => string): Promise<readonly string[]> {
  const { sections } = await readSections(drawPdf([1, 2, 3].map(draw)), 'pdf');
  return sections.map(({ text }) => text);
}

const text = (page: number) =>
  drawLines(60, 740, [
    `The room of page ${page} has a carpet.`,
    'The screen measures two metres across.',
    'A technician is present during office hours.',
    `One day costs ${page * 110} EUR.`,
  ]);

test('keeps numbered headings, and sentences that begin or end each page', async () => {
  const pages = await readPages((page) =>
    [
      drawText(60, 790, `Room ${page}`, { font: 'FB', size: 14 }),
      text(page),
      drawText(60, 684, `Room ${page} seats ${page * 10 + 40}.`),
      drawText(60, 670, 'Coffee is served on every floor.'),
    ].join(' '),
  );
  pages.forEach((found, index) => {
    expect(found).toContain(`Room ${index + 1}\n`);
    expect(found).toContain(`Room ${index + 1} seats ${(index + 1) * 10 + 40}.`);
    expect(found).toContain('Coffee is served on every floor.');
  });
});

test('keeps a numbered line in the font of the text that is set apart', async () => {
  const pages = await readPages(
    (page) => `${drawText(60, 800, `Room ${page}`)} ${text(page)} ${drawText(60, 640, `Room ${page}`)}`,
  );
  expect(pages.map((found) => found.match(/^Room \d$/gm)?.length)).toEqual([2, 2, 2]);
});

test('removes a small header with the page number at its end, and numbers at the foot', async () => {
  const pages = await readPages((page) =>
    [
      drawText(60, 800, 'Guide of the hotel', { size: 8 }),
      drawText(500, 800, String(page), { size: 8 }),
      text(page),
      drawText(300, 30, `- ${page} -`, { size: 8 }),
    ].join(' '),
  );
  expect(pages[0]).toMatch(/^Guide of the hotel\t1\n/);
  for (const found of pages.slice(1)) expect(found).not.toMatch(/Guide|-/);
});

test('keeps the names of columns that are repeated on each page', async () => {
  const pages = await readPages((page) =>
    Array.from({ length: 8 }, (_, row) => row)
      .map((row) => {
        const [name, value] = row === 0 ? ['Room', 'Seats'] : [`Room ${page}.${row}`, String(page * 10 + row)];
        return `${drawText(60, 790 - row * 40, name)} ${drawText(200, 790 - row * 40, value)}`;
      })
      .join(' '),
  );
  for (const found of pages) expect(found).toMatch(/^Room\tSeats\n/);
});

test.each(['Total: 80.00 EUR', '$80 to pay', 'Seat S 1'])('keeps %j at the same position on several pages', (foot) => {
  const filter = createRunningLineFilter();
  const getFoot = (page: number) =>
    filterTexts(filter, page, [...body(page), line(foot.replace('S 1', `S ${page}`), 40)]).at(-1);
  expect([1, 2].map(getFoot)).toEqual([foot, foot.replace('S 1', 'S 2')]);
});
