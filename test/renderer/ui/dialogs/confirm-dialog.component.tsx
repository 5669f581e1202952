import { expect, test, vi } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { ConfirmDialog } from '../../../../renderer/ui/dialogs/confirm-dialog.tsx';

test('focuses the safe button, and Escape closes without confirming', async () => {
  const [onConfirm, onClose] = [vi.fn(), vi.fn()];
  await render(
    <ConfirmDialog title="Delete document" confirmLabel="Delete" onConfirm={onConfirm} onClose={onClose}>
      Agents will lose 3 passages.
    </ConfirmDialog>,
  );
  await expect
    .element(page.getByRole('alertdialog', { name: 'Delete document' }))
    .toHaveAccessibleDescription('Agents will lose 3 passages.');
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
  expect(onConfirm).not.toHaveBeenCalled();
});

test('confirms once, however often it is clicked, and closes when that is done', async () => {
  let finish: () => void = () => {};
  const onConfirm = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  const onClose = vi.fn();
  await render(
    <ConfirmDialog title="Revoke key" onConfirm={onConfirm} onClose={onClose}>
      Programs that use it stop working.
    </ConfirmDialog>,
  );
  const confirm = page.getByRole('button', { name: 'Revoke key' });
  await confirm.click();
  await expect.element(confirm).toHaveAttribute('aria-busy', 'true');
  await confirm.click();
  expect(onConfirm).toHaveBeenCalledOnce();
  expect(onClose).not.toHaveBeenCalled();
  finish();
  await expect.poll(() => onClose).toHaveBeenCalledOnce();
});

test('closes nothing else if it was left before the confirmed action has finished', async () => {
  let finish: () => void = () => {};
  const onConfirm = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  const onClose = vi.fn();
  await render(
    <ConfirmDialog title="Revoke key" onConfirm={onConfirm} onClose={onClose}>
      Programs that use it stop working.
    </ConfirmDialog>,
  );
  await page.getByRole('button', { name: 'Revoke key' }).click();
  await cleanup();
  finish();
  await onConfirm.mock.results[0]?.value;
  expect(onClose).not.toHaveBeenCalled();
});

test('stays locked until the name is typed', async () => {
  const onConfirm = vi.fn();
  await render(
    <ConfirmDialog title="Delete workspace" confirmationText="Harbour" onConfirm={onConfirm} onClose={() => {}}>
      Everything in it is deleted.
    </ConfirmDialog>,
  );
  const confirm = page.getByRole('button', { name: 'Delete workspace' });
  await expect.element(confirm).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('textbox').fill('Harbor');
  await userEvent.keyboard('{Enter}');
  expect(onConfirm).not.toHaveBeenCalled();
  await page.getByRole('textbox').fill(' Harbour ');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => onConfirm).toHaveBeenCalledOnce();
});

test('wraps a name that is longer than a line', async () => {
  const longName = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
  await render(
    <ConfirmDialog title="Remove workspace" confirmationText={longName} onConfirm={() => {}} onClose={() => {}}>
      “{longName}” and everything in it is deleted.
    </ConfirmDialog>,
  );
  const dialog = page.getByRole('alertdialog', { name: 'Remove workspace' });
  await expect.element(page.getByRole('textbox', { name: `Type “${longName}” to confirm` })).toBeVisible();
  const { scrollWidth, clientWidth } = dialog.element();
  expect(clientWidth).toBeGreaterThan(0);
  expect(scrollWidth).toBe(clientWidth);
});
