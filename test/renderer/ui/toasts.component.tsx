import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { showErrorToast, showToast, showWarningToast, Toasts } from '../../../renderer/ui/toasts.tsx';

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

/** Returns the titles of the visible toasts. */
const readTitles = () =>
  [...document.querySelectorAll<HTMLElement>('[data-toast]')]
    .filter((toast) => toast.checkVisibility())
    .map((toast) => toast.querySelector('h2')?.textContent);

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
