import { expect, test } from 'vitest';
import { hasHeader, groupLines } from '../../../shared/knowledge/table-rows.ts';
import { cell, p, r, readBody, row, table, textCell } from './word-markup.ts';

const restart = '<w:vMerge w:val="restart"/>';
const continues = '<w:vMerge/>';
const span = (columns: number) => `<w:gridSpan w:val="${columns}"/>`;
const read = async (rows: string, columns = 3) => (await readBody(table(rows, '', columns))).text;

test('repeats a cell that is merged over rows', async () => {
  const rows =
    row(textCell('Branch') + textCell('Day') + textCell('Hours')) +
    row(textCell('Lisbon', restart) + textCell('Saturday') + textCell('9:00')) +
    row(cell(p(''), continues) + textCell('Sunday') + textCell('10:00')) +
    row(textCell('Porto', restart) + textCell('Sunday') + textCell('closed'));
  expect(await read(rows)).toBe(
    'Branch | Day | Hours\nLisbon | Saturday | 9:00\nLisbon | Sunday | 10:00\nPorto | Sunday | closed',
  );
});

test('repeats a cell that is merged over columns and rows', async () => {
  const rows =
    row(textCell('Plan') + textCell('May') + textCell('June')) +
    row(textCell('Gold') + textCell('10 EUR', span(2) + restart)) +
    row(textCell('Silver') + cell(p(''), span(2) + continues)) +
    row(textCell('Old') + textCell('1 EUR', '<w:hMerge w:val="restart"/>') + cell(p(''), '<w:hMerge/>'));
  expect(await read(rows)).toBe(
    'Plan | May | June\nGold | 10 EUR | 10 EUR\nSilver | 10 EUR | 10 EUR\nOld | 1 EUR | 1 EUR',
  );
});

test('empty cells and columns before and after a row keep their column', async () => {
  const rows =
    row(textCell('a') + cell(p('')) + textCell('c')) +
    row(textCell('b') + textCell('c'), '<w:gridBefore w:val="1"/>') +
    row(textCell('a') + textCell('b'), '<w:gridAfter w:val="1"/>');
  const text = await read(rows);
  expect(text).toBe('a |  | c\n | b | c\na | b |');
  expect(groupLines(text.split('\n')).map((group) => group.rows)).toEqual([
    [
      ['a', '', 'c'],
      ['', 'b', 'c'],
      ['a', 'b', ''],
    ],
  ]);
});

test('joins the rows of a header that is divided', async () => {
  const rows =
    row(textCell('Ticket', restart) + textCell('Price', span(2))) +
    row(cell(p(''), continues) + textCell('Adult') + textCell('Child')) +
    row(textCell('Day') + textCell('10') + textCell('5'));
  const text = await read(rows);
  expect(text).toBe('Ticket | Price Adult | Price Child\nDay | 10 | 5');
  expect(hasHeader(groupLines(text.split('\n'))[0]?.rows ?? [])).toBe(true);
  const repeated = '<w:tblHeader/>';
  const marked = row(textCell('Name') + textCell('Weight'), repeated) + row(textCell('') + textCell('kg'), repeated);
  expect(await read(marked + row(textCell('Box') + textCell('3')), 2)).toBe('Name | Weight kg\nBox | 3');
});

test('does not take a row of values for a part of the header', async () => {
  const rows =
    row(textCell('Plan') + textCell('Support', span(2))) +
    row(textCell('Gold') + textCell('Email') + textCell('Phone'));
  expect(await read(rows)).toBe('Plan | Support | Support\nGold | Email | Phone');
});

test('a title over all columns is one line', async () => {
  const rows = row(textCell('Prices of 2026', span(3))) + row(textCell('a') + textCell('b') + textCell('c'));
  expect(await read(rows)).toBe('Prices of 2026\na | b | c');
});

test('several paragraphs and a bar stay in their cell', async () => {
  const rows = row(cell(p(r('Monday')) + p(r('to Friday'))) + textCell('9 | 17') + textCell('x'));
  expect(await read(rows)).toBe('Monday to Friday | 9 17 | x');
});

test('a frame of one cell is not a table', async () => {
  const inner = table(row(textCell('a') + textCell('b')), '', 2);
  expect(await read(row(cell(p(r('First.')) + p(r('Second.')) + inner)), 1)).toBe('First.\n\nSecond.\n\na | b');
});

test('reads rows, cells and tables in content controls and other containers', async () => {
  const wrap = (inner: string) =>
    `<w:sdt><w:sdtPr/><w:sdtContent><w:customXml>${inner}</w:customXml></w:sdtContent></w:sdt>`;
  const rows =
    row(textCell('a') + wrap(textCell('b'))) +
    wrap(row(textCell('c') + cell(wrap(p(`<w:smartTag>${r('d')}</w:smartTag>`)))));
  expect((await readBody(wrap(table(rows, '', 2)))).text).toBe('a | b\nc | d');
});

test('repeated text counts toward the limit of a document', async () => {
  const wide = row(textCell('a'.repeat(100), restart + span(60)) + textCell('b'));
  const rows = wide + row(cell(p(''), continues + span(60)) + textCell('b')).repeat(4_500);
  await expect(readBody(table(rows))).rejects.toMatchObject({ code: 'too_long' });
});
