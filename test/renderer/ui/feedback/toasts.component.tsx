import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { Toasts } from '../../../../renderer/ui/feedback/toast-viewport.tsx';
import { showErrorToast, showToast, showWarningToast } from '../../../../renderer/ui/feedback/toasts.ts';
import { findClearBottom, keepClear } from '../../../../renderer/ui/tables/use-clear-bottom.ts';

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

test('a message is at the bottom right, above a player that opens and a text field in use', async () => {
  const show = (hasPlayer: boolean) => (
    <>
      <Toasts />
      <textarea aria-label="Reply" className="fixed right-0 bottom-12 h-16 w-60" />
      {hasPlayer && <section {...keepClear} aria-label="Player" className="fixed inset-x-0 bottom-0 h-12" />}
    </>
  );
  const readDistances = () => {
    const { right, bottom } = page.getByRole('group').element().getBoundingClientRect();
    return [innerWidth - right, innerHeight - bottom];
  };
  const { rerender } = await render(show(false));
  showToast('Saved “Fibre”');
  await expect.element(page.getByRole('group')).toBeVisible();
  await expect.poll(readDistances).toEqual([16, 16]);
  await rerender(show(true));
  await expect.poll(readDistances).toEqual([16, 56]);
  page.getByRole('textbox').element().focus();
  await expect.poll(readDistances).toEqual([16, 120]);
  page.getByRole('textbox').element().blur();
  await expect.poll(readDistances).toEqual([16, 56]);
});

test('messages move only above elements that they would cover, and stay in the window', () => {
  const toasts = { left: 524, right: 884, height: 100 };
  const box = (top: number, bottom: number, left = 0, right = 900) => ({ left, right, top, bottom });
  const find = (...boxes: ReturnType<typeof box>[]) => findClearBottom(toasts, boxes, 600);
  expect(find(), 'nothing').toBe(16);
  expect(find(box(552, 600, 0, 500)), 'beside them').toBe(16);
  expect(find(box(300, 400)), 'above them').toBe(16);
  expect(find(box(552, 600)), 'the player').toBe(56);
  expect(find(box(460, 500), box(552, 600)), 'buttons, which the player moves them over').toBe(148);
  expect(find(box(40, 600)), 'all of the window').toBe(484);
});
