import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { showToast, Toasts } from '../../../renderer/ui/toasts.tsx';

test('wraps a title that is longer than a line', async () => {
  const longName = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
  await render(<Toasts />);
  showToast(`“${longName}” was removed`);
  const toast = page.getByRole('dialog');
  await expect.element(toast).toHaveTextContent(`“${longName}” was removed`);
  const { scrollWidth, clientWidth } = toast.element();
  expect(clientWidth).toBeGreaterThan(0);
  expect(scrollWidth).toBe(clientWidth);
});
