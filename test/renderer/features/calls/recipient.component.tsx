import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { callTableColumns } from '../../../../renderer/features/calls/list/call-table-columns.tsx';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';
import { sampleCallDetails } from '../../../helpers/components/sample-call.ts';

const recipient = callTableColumns.find(({ id }) => id === 'recipient');

test.each([
  ['right to left', 'فاطمة '.repeat(50)],
  ['left to right', 'Wilhelmina '.repeat(30)],
  ['without spaces', 'W'.repeat(300)],
  ['with combining marks', `e${'\u0301'.repeat(5)}`.repeat(60)],
  ['of emoji', '👩‍🚀'.repeat(60)],
])('a long name %s shows its start, and leaves the badge in sight', async (_, recipient_name) => {
  const fields = { recipient_name, practice: true, tags: ['Follow up', 'Price'], match: null };
  const call = { ...sampleCallDetails, ...fields };
  await renderInWindow(
    <p data-testid="row" className="w-60 overflow-hidden whitespace-nowrap">
      {recipient?.cell(call)}
    </p>,
  );
  const row = page.getByTestId('row').element().getBoundingClientRect();
  const badge = page.getByText('Practice', { exact: true }).element().getBoundingClientRect();
  const name = document.querySelector('bdi');
  if (!name) throw new Error('The name is not shown.');
  expect([badge.width > 20, badge.right <= row.right]).toEqual([true, true]);
  expect(name.getBoundingClientRect().width).toBeGreaterThan(40);
  // The start of the text is at its edge: the left one, or the right one if it is written from right to left.
  const range = document.createRange();
  range.setStart(name.firstChild ?? name, 0);
  range.setEnd(name.firstChild ?? name, 1);
  const [first, shown] = [range.getBoundingClientRect(), name.getBoundingClientRect()];
  expect([first.left >= shown.left - 1, first.right <= shown.right + 1]).toEqual([true, true]);
});

test.each([
  ['shown where it fits', 'w-80', true],
  ['left out where only a part of it would', 'w-40', false],
])('the number after a name is %s', async (_, width, isShown) => {
  const call = { ...sampleCallDetails, recipient_name: 'Desmond Clarke', match: null, metadata_match: null };
  await renderInWindow(
    <p data-testid="row" className={width}>
      {recipient?.cell(call)}
    </p>,
  );
  const row = page.getByTestId('row').element().getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(page.getByText('+1 415 555 0132').element());
  const number = range.getBoundingClientRect();
  expect(number.top < row.bottom).toBe(isShown);
  if (isShown) expect(number.right).toBeLessThanOrEqual(row.right);
});

test('a name that fits beside the badge is not cut for the number', async () => {
  const fields = { recipient_name: 'Desmond Clarke', practice: true, match: null };
  await renderInWindow(
    <p data-testid="row" className="w-44 overflow-hidden whitespace-nowrap">
      {recipient?.cell({ ...sampleCallDetails, ...fields })}
    </p>,
  );
  const row = page.getByTestId('row').element().getBoundingClientRect();
  const name = page.getByText('Desmond Clarke').element();
  const range = document.createRange();
  range.selectNodeContents(name);
  expect(range.getBoundingClientRect().width).toBeLessThanOrEqual(name.getBoundingClientRect().width + 0.1);
  const badge = page.getByText('Practice', { exact: true }).element().getBoundingClientRect();
  expect(badge.right).toBeLessThanOrEqual(row.right);
});

test.each([
  ['one tag', ['Missing answer']],
  ['tags', ['A question about the price', 'Missing answer', 'Follow up']],
])('the number stays beside %s, which are cut', async (_, tags) => {
  const fields = { recipient_name: 'Bernadette Fontaine', tags, review_state: 'reviewed', match: null } as const;
  await renderInWindow(
    <div className="@container" style={{ width: 1064 }}>
      <p data-testid="row" style={{ width: 390 }}>
        {recipient?.cell({ ...sampleCallDetails, ...fields })}
      </p>
    </div>,
  );
  const row = page.getByTestId('row').element().getBoundingClientRect();
  await document.fonts.ready; // another font is wider
  const readBounds = (text: string) => {
    const range = document.createRange();
    range.selectNodeContents(page.getByText(text, { exact: true }).element());
    return range.getBoundingClientRect();
  };
  const [name, number] = [readBounds('Bernadette Fontaine'), readBounds('+1 415 555 0132')];
  expect([number.top < row.bottom, number.left >= name.right]).toEqual([true, true]);
  const tag = page
    .getByText(tags[0] ?? '')
    .element()
    .getBoundingClientRect();
  expect([tag.left >= number.right, tag.width > 20]).toEqual([true, true]);
  expect(readBounds('Simulated').right).toBeLessThanOrEqual(row.right + 0.1);
});
