import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { Menu, MenuItem } from '../../../../renderer/ui/dialogs/menu.tsx';

const arabic = 'شروط الإرجاع.';

/** Returns the left edges of the first and the last character of an element’s text. */
function readEdges(element: Element): { readonly first: number; readonly last: number } {
  const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode() as Text; // it has one text
  const [first = 0, last = 0] = [0, text.length - 1].map((at) => {
    const range = document.createRange();
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    return range.getBoundingClientRect().left;
  });
  return { first, last };
}

test('right-to-left text of a document or a note starts at the right and ends with its full stop at the left', async () => {
  await render(
    <div style={{ width: 400 }}>
      <p className="whitespace-pre-wrap">{arabic}</p>
      <blockquote>{arabic}</blockquote>
      <p className="whitespace-pre-wrap">Terms.</p>
    </div>,
  );
  for (const element of page.getByText(arabic).elements()) {
    const { first, last } = readEdges(element);
    expect(last).toBeLessThan(first);
    expect(element.getBoundingClientRect().right - first).toBeLessThan(40);
  }
  const { first, last } = readEdges(page.getByText('Terms.').element());
  expect(first).toBeLessThan(last);
});

test('a right-to-left name in a menu begins where the other names do', async () => {
  await render(
    <Menu trigger={<button type="button">Agent</button>}>
      <MenuItem onSelect={() => {}}>{arabic}</MenuItem>
      <MenuItem onSelect={() => {}}>Reminders of the next technician visit</MenuItem>
    </Menu>,
  );
  await userEvent.click(page.getByRole('button', { name: 'Agent' }));
  const [name, other] = [arabic, /^Reminders/].map((text) => readEdges(page.getByText(text).element()));
  expect(Math.abs((name?.last ?? 0) - (other?.first ?? 0))).toBeLessThan(4);
});
