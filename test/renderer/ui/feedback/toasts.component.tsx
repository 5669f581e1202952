import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { Toasts } from '../../../../renderer/ui/feedback/toast-viewport.tsx';
import { Panel } from '../../../../renderer/ui/dialogs/panel.tsx';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';
import { showErrorToast, showToast, showWarningToast } from '../../../../renderer/ui/feedback/toasts.ts';
import { findClearPosition, keepClear } from '../../../../renderer/ui/feedback/use-clear-position.ts';

/** Returns the titles of the visible toasts. */
const readTitles = () =>
  [...document.querySelectorAll<HTMLElement>('[data-toast]')]
    .filter((toast) => toast.checkVisibility())
    .map((toast) => toast.querySelector('h2')?.textContent);

// Must stay the first test: the others render the toasts.
test('what is shown before the code of the toasts is loaded waits for it', async () => {
  showToast('Saved “Fibre”');
  showErrorToast('Call not placed', 'The service could not be reached.');
  showToast('Saved “Copper”');
  await render(<Toasts />);
  await expect.poll(readTitles).toEqual(['Saved “Copper”', 'Call not placed']);
});

test('wraps a title that is longer than a line', async () => {
  const longName = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
  await render(<Toasts />);
  showToast(`“${longName}” was removed`);
  const toast = page.getByRole('group');
  await expect.element(toast).toHaveTextContent(`“${longName}” was removed`);
  const { scrollWidth, clientWidth } = toast.element();
  expect(clientWidth).toBeGreaterThan(0);
  expect(scrollWidth).toBe(clientWidth);
});

test('a message disappears below a newer one of its kind, an error stays until it is dismissed', async () => {
  await render(<Toasts />);
  showErrorToast('Call not placed', 'The service could not be reached.');
  showToast('Saved “Fibre”');
  showWarningToast('Used 50%');
  await expect.poll(readTitles).toEqual(['Used 50%', 'Saved “Fibre”', 'Call not placed']);
  showToast('Saved “Copper”');
  showWarningToast('Used 80%');
  await expect.poll(readTitles).toEqual(['Used 80%', 'Saved “Copper”', 'Call not placed']);
});

test('an error that occurs again takes the place of the first', async () => {
  await render(<Toasts />);
  for (const title of ['Call not placed', 'Note not saved', 'Call not placed'])
    showErrorToast(title, 'The service could not be reached.');
  await expect.poll(readTitles).toEqual(['Call not placed', 'Note not saved']);
});

test('the oldest of five errors waits until there is space for it', async () => {
  await render(<Toasts />);
  for (let error = 1; error <= 5; error++) showErrorToast(`Error ${error}`, 'Try again.');
  await expect.poll(readTitles).toEqual(['Error 5', 'Error 4', 'Error 3', 'Error 2']);
  document.querySelector<HTMLElement>('[data-toast] [aria-label="Dismiss"]')?.click();
  await expect.poll(readTitles).toEqual(['Error 4', 'Error 3', 'Error 2', 'Error 1']);
});

test('screen readers announce a message once, an error at once, and can reach both', async () => {
  await render(<Toasts />);
  showErrorToast('Call not placed', 'The service could not be reached.');
  showToast('Saved “Fibre”');
  const readLiveRegions = (text: string) =>
    [...document.querySelectorAll('*')]
      .filter(({ childElementCount, textContent }) => childElementCount === 0 && textContent === text)
      .map((element) => element.closest('[aria-live], [role="alert"]'))
      .map((region) => (region?.getAttribute('role') === 'alert' ? 'alert' : region?.getAttribute('aria-live')));
  await expect.poll(() => readLiveRegions('Call not placed')).toEqual(['alert']);
  await expect.poll(() => readLiveRegions('Saved “Fibre”')).toEqual(['polite']);
  for (const name of ['Call not placed', 'Saved “Fibre”'])
    await expect.element(page.getByRole('group', { name }).getByRole('button', { name: 'Dismiss' })).toBeVisible();
});

test('a message is at the bottom right, above a player that opens and a text field', async () => {
  const show = (hasPlayer: boolean, hasField: boolean) => (
    <>
      <Toasts />
      {hasField && <textarea aria-label="Reply" className="fixed right-0 bottom-12 h-16 w-60" />}
      {hasPlayer && <section {...keepClear} aria-label="Player" className="fixed inset-x-0 bottom-0 h-12" />}
    </>
  );
  const readDistances = () => {
    const { right, bottom } = page.getByRole('group').element().getBoundingClientRect();
    return [innerWidth - right, innerHeight - bottom];
  };
  const { rerender } = await render(show(false, false));
  showToast('Saved “Fibre”');
  await expect.element(page.getByRole('group')).toBeVisible();
  await expect.poll(readDistances).toEqual([16, 16]);
  await rerender(show(true, false));
  await expect.poll(readDistances).toEqual([16, 56]);
  await rerender(show(true, true));
  await expect.poll(readDistances).toEqual([16, 120]);
  page.getByRole('textbox').element().focus();
  await expect.poll(readDistances).toEqual([16, 120]);
});

test('a message is beside a panel with a form, and covers none of its fields', async () => {
  await page.viewport(1280, 600);
  await renderInWindow(
    <div className="flex h-screen">
      <main className="flex-1" />
      <Panel title="Place a call" onClose={() => undefined}>
        <form className="flex flex-1 flex-col gap-2">
          {['Agent', 'Number', 'Name', 'Visit', 'Window', 'Notes'].map((name) => (
            <textarea key={name} aria-label={name} className="flex-1 border" />
          ))}
        </form>
      </Panel>
    </div>,
  );
  showToast('Saved “Fibre”');
  const readBox = () => page.getByRole('group').element().getBoundingClientRect();
  const panel = page.getByRole('region', { name: 'Place a call' }).element();
  await expect.poll(() => readBox().right).toBe(panel.getBoundingClientRect().left - 16);
  expect(innerHeight - readBox().bottom).toBe(16);
  await page.viewport(900, 600);
});

test('messages move only above elements that they would cover, and stay in the window', () => {
  const box = (top: number, bottom: number, left = 0, right = 900) => ({ left, right, top, bottom });
  type Boxes = readonly ReturnType<typeof box>[];
  const find = (kept: Boxes, fields: Boxes = [], panel?: Boxes[number]) => {
    const window = { width: 900, height: 600 };
    const position = findClearPosition({ width: 360, height: 100 }, { window, kept, fields, panel, contentLeft: 52 });
    return [position.right, position.bottom];
  };
  expect(find([]), 'nothing').toEqual([16, 16]);
  expect(find([box(552, 600, 0, 500)]), 'beside them').toEqual([16, 16]);
  expect(find([box(300, 400)]), 'above them').toEqual([16, 16]);
  expect(find([box(552, 600)]), 'the player').toEqual([16, 56]);
  expect(find([box(460, 500), box(552, 600)]), 'buttons, which the player moves them over').toEqual([16, 148]);
  expect(find([box(40, 600)]), 'all of the window').toEqual([16, 484]);
  const panel = box(0, 600, 480);
  expect(find([], [box(500, 560)]), 'a field').toEqual([16, 108]);
  expect(find([], [box(500, 560, 500)], panel), 'a field in a panel').toEqual([436, 16]);
  expect(find([], [box(100, 560)]), 'fields everywhere').toEqual([16, 16]);
  expect(find([box(552, 600)], [box(100, 552)]), 'fields above the player').toEqual([16, 56]);
  expect(find([], [box(100, 560, 300)], box(0, 600, 300)), 'a panel without space beside it').toEqual([16, 16]);
});
