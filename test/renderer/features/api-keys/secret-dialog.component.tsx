import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SecretDialog } from '../../../../renderer/features/api-keys/secret-dialog.tsx';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';

const key = { name: 'Nightly export', hint: 'k3yz' };

const dialog = page.getByRole('alertdialog', { name: 'Your new API key' });

test('only Done closes it: Escape and a click outside do not lose the secret', async () => {
  const onClose = vi.fn();
  await renderInWindow(
    <SecretDialog
      issuedKey={{ ...key, secret: { read: () => 'swb_secret_k3yz', forget: () => {} } }}
      onClose={onClose}
    />,
  );
  await expect.element(dialog.getByLabelText('API key', { exact: true })).toMatchTextContent('swb_secret_k3yz');
  await expect.element(page.getByRole('button', { name: 'Copy API key' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await userEvent.click(document.documentElement, { position: { x: 5, y: 5 } });
  await expect.element(dialog).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
  await page.getByRole('button', { name: 'Done' }).click();
  expect(onClose).toHaveBeenCalledOnce();
});

test('explains how to get a secret if a repeated request did not return it', async () => {
  await renderInWindow(<SecretDialog issuedKey={{ ...key, secret: null }} onClose={() => {}} />);
  await expect.element(dialog).toMatchTextContent('Rotate the key to get a new one.');
  await expect.element(page.getByRole('button', { name: 'Copy API key' })).not.toBeInTheDocument();
});
