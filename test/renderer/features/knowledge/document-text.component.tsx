import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { DocumentText, findTables, splitParts } from '../../../../renderer/features/knowledge/document-text.tsx';

const plans = 'Plan\tCode\tPrice\nEssential 50\tPL-050\t$14.95\nFiber 300 Flex\tPL-300X\t$57.00';

test('the columns of a table in a document are aligned', async () => {
  await render(
    <div style={{ width: 388 }}>
      <DocumentText text={`The plans of 2026.\n\n${plans}\n\nPrices are per month.`} />
    </div>,
  );
  const rows = page.getByRole('row').elements();
  expect(rows).toHaveLength(3);
  const lefts = rows.map((row) => [...row.children].map((cell) => cell.getBoundingClientRect().left));
  expect(lefts[1]).toEqual(lefts[0]);
  expect(lefts[2]).toEqual(lefts[0]);
  await expect.element(page.getByText('The plans of 2026.')).toBeVisible();
  await expect.element(page.getByText('Prices are per month.')).toBeVisible();
});

test('a first row that names the columns is the header of the table', async () => {
  await render(<DocumentText text={plans} />);
  const headers = page.getByRole('columnheader').elements();
  expect(headers.map(({ textContent }) => textContent)).toEqual(['Plan', 'Code', 'Price']);
  await expect.element(page.getByRole('cell', { name: '$57.00' })).toBeVisible();
});

test('rows of Word documents and of CSV files are tables, too', () => {
  const rows = [
    ['Essential 50', 'PL-050', '$14.95'],
    ['Fiber 300 Flex', 'PL-300X', '$57.00'],
    ['Fiber 600 Flex', 'PL-600X', '$77.00'],
  ];
  const header = ['Plan', 'Code', 'Price'];
  for (const separator of [' | ', ';', '\t']) {
    const text = [header, ...rows].map((cells) => cells.join(separator)).join('\n');
    expect(findTables(text)).toEqual([{ kind: 'table', header, rows }]);
  }
  const sentences = 'In May, June, and July, we close.\nIn fall, winter, and spring, we open.';
  expect(findTables(sentences)).toEqual([{ kind: 'lines', text: sentences }]);
});

test('a long table is split into blocks, each with the header', () => {
  const rows = Array.from({ length: 200 }, (_, row) => [`Plan ${row}`, `PL-${row}`, `$${row}.00`]);
  const header = ['Plan', 'Code', 'Price'];
  const text = [header, ...rows].map((cells) => cells.join('\t')).join('\n');
  const blocks = splitParts(findTables(`Our plans.\n${text}\nAll per month.`));
  expect(blocks.length).toBeGreaterThan(3);
  const tables = blocks.flat().flatMap((part) => (part.kind === 'table' ? [part] : []));
  expect(tables.flatMap((table) => table.rows)).toEqual(rows);
  expect(tables.every((table) => table.header?.[0] === 'Plan')).toBe(true);
  expect(blocks[0]?.[0]).toEqual({ kind: 'lines', text: 'Our plans.' });
  expect(blocks.at(-1)?.at(-1)).toEqual({ kind: 'lines', text: 'All per month.' });
});

test('a table with wide cells scrolls inside its panel', async () => {
  const cell = 'W'.repeat(40);
  await render(
    <div data-testid="panel" style={{ width: 300 }}>
      <DocumentText text={`${cell}\t${cell}\n${cell}\t${cell}`} />
    </div>,
  );
  const panel = page.getByTestId('panel').element();
  expect(panel.scrollWidth).toBe(panel.clientWidth);
});

test('rows that are indented have no empty column', () => {
  expect(findTables('\tName\tPrice\n\tLamp\t5')).toEqual([
    { kind: 'table', header: ['Name', 'Price'], rows: [['Lamp', '5']] },
  ]);
});

test('lines without tabs, a single line with one, and empty texts stay as they are', () => {
  for (const text of [
    '',
    'One line',
    'Two\nlines',
    '\tIndented line',
    '\tTwo indented\n\tlines',
    'Contents\t5\n\nIndex\t9',
  ])
    expect(findTables(text)).toEqual([{ kind: 'lines', text }]);
});
