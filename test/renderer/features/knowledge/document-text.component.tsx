import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { DocumentText, findTables } from '../../../../renderer/features/knowledge/document-text.tsx';

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

test('lines without tabs, a single line with one, and empty texts stay as they are', () => {
  for (const text of ['', 'One line', 'Two\nlines', '\tIndented line', 'Contents\t5\n\nIndex\t9'])
    expect(findTables(text)).toEqual([{ kind: 'lines', text }]);
});
