import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CreateApiKeyDialog } from '../../../../renderer/features/api-keys/create-api-key-dialog.tsx';
import { clearIssuedKeys, listIssuedKeys } from '../../../../renderer/features/api-keys/issued-keys-store.ts';
import type { ApiKeyWithSecret } from '../../../../shared/organization/api-keys.ts';
import { v1Routes } from '../../../../shared/contract/contract.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { connectionError, startFakeService } from '../../../helpers/remote/fake-service.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';

const issuedKey: ApiKeyWithSecret = {
  key_id: 'key_1',
  name: 'Nightly export',
  role: 'manager',
  hint: 'k3yz',
  created_at: '2026-03-12T10:00:00.000Z',
  rotated_at: null,
  last_used_at: null,
  revoked_at: null,
  user_id: null,
  secret: 'swb_secret_k3yz',
};

const shownKey = { name: 'Nightly export', hint: 'k3yz', secret: 'swb_secret_k3yz' };

const name = page.getByRole('textbox', { name: 'Name' });
const role = page.getByRole('combobox', { name: 'Role' });
const submit = page.getByRole('button', { name: 'Create API key' });

beforeEach(clearIssuedKeys);

async function renderDialog() {
  const service = startFakeService();
  service.answer(v1Routes.createApiKey, () => issuedKey);
  const onClose = vi.fn();
  const goTo = await renderInWindow(<CreateApiKeyDialog onClose={onClose} />, { path: '/keys' });
  await expect.element(name).toHaveFocus();
  return { service, onClose, goTo };
}

test('refuses an empty name without a request, and clears the error when the user types', async () => {
  const { service } = await renderDialog();
  await userEvent.keyboard('   {Enter}');
  await expect.element(name).toHaveAttribute('aria-invalid', 'true');
  await expect.element(name).toHaveAccessibleDescription('Enter a name.');
  expect(service.listRequests(v1Routes.createApiKey)).toEqual([]);
  await userEvent.keyboard('N');
  await expect.element(name).not.toHaveAttribute('aria-invalid');
  await expect.element(name).toHaveAccessibleDescription(/^Name the program that uses the key/);
});

test('creates the key once with the trimmed name and the role, is busy meanwhile, and closes', async () => {
  const { service, onClose } = await renderDialog();
  const response = Promise.withResolvers<ApiKeyWithSecret>();
  service.answer(v1Routes.createApiKey, () => response.promise);
  await userEvent.keyboard(' Nightly export ');
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(page.getByRole('option', { name: 'Viewer' })).toBeVisible();
  await userEvent.keyboard('{ArrowUp}{Enter}');
  await expect.element(role).toMatchTextContent('Manager');
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
  await submit.click();
  await expect.element(submit).toHaveAttribute('aria-busy', 'true');
  await submit.click();
  expect(service.listRequests(v1Routes.createApiKey).map(({ json }) => json)).toEqual([
    { name: 'Nightly export', role: 'manager' },
  ]);
  expect(onClose).not.toHaveBeenCalled();
  response.resolve(issuedKey);
  await expect.poll(() => onClose).toHaveBeenCalledOnce();
  expect(listIssuedKeys()).toEqual([shownKey]);
});

test('stays open with the reason and the input if the service rejects the key', async () => {
  const { service, onClose } = await renderDialog();
  service.answer(v1Routes.createApiKey, () => {
    throw new Problem('malformed', 'Use at most 80 characters.');
  });
  await userEvent.keyboard('Nightly export{Enter}');
  await expect.element(name).toHaveAccessibleDescription('Use at most 80 characters.');
  await expect.element(name).toHaveValue('Nightly export');
  await expect.element(submit).toHaveAttribute('aria-busy', 'false');
  expect(onClose).not.toHaveBeenCalled();
});

test('sends the same Idempotency-Key again only if the response was lost', async () => {
  const { service, onClose } = await renderDialog();
  const outcomes = [connectionError, new Problem('malformed', 'Not valid.')];
  service.answer(v1Routes.createApiKey, () => {
    const error = outcomes.shift();
    if (error) throw error;
    return issuedKey;
  });
  await userEvent.keyboard('Nightly export{Enter}');
  await expect.element(name).toHaveAccessibleDescription(/could not be reached/);
  await userEvent.keyboard('{Enter}');
  await expect.element(name).toHaveAccessibleDescription('Not valid.');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => onClose).toHaveBeenCalledOnce();
  const [lost, rejected, created] = service
    .listRequests(v1Routes.createApiKey)
    .map(({ idempotencyKey }) => idempotencyKey);
  expect(lost).toMatch(/^[\da-f-]{36}$/);
  expect(rejected).toBe(lost);
  expect(created).not.toBe(rejected);
});

test('Escape and Cancel close the dialog without a request', async () => {
  const { service, onClose } = await renderDialog();
  await userEvent.keyboard('Nightly export{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(onClose).toHaveBeenCalledTimes(2);
  expect(service.listRequests(v1Routes.createApiKey)).toEqual([]);
});

test('links to the new key from another view if the user left before the response', async () => {
  const { service, onClose, goTo } = await renderDialog();
  const response = Promise.withResolvers<ApiKeyWithSecret>();
  service.answer(v1Routes.createApiKey, () => response.promise);
  await userEvent.keyboard('Nightly export{Enter}');
  await expect.element(submit).toHaveAttribute('aria-busy', 'true');
  goTo('/team');
  await expect.element(page.getByRole('heading', { name: '/team' })).toBeVisible();
  response.resolve(issuedKey);
  await expect.element(page.getByText('API key “Nightly export” created')).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
  await page.getByRole('button', { name: 'View API key' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Create API key' })).toBeVisible();
  expect(listIssuedKeys()).toEqual([shownKey]);
});

test('reports a failure in another view if the user left before the response', async () => {
  const { service, goTo } = await renderDialog();
  const response = Promise.withResolvers<ApiKeyWithSecret>();
  service.answer(v1Routes.createApiKey, () => response.promise);
  await userEvent.keyboard('Nightly export{Enter}');
  await expect.element(submit).toHaveAttribute('aria-busy', 'true');
  goTo('/team');
  await expect.element(page.getByRole('heading', { name: '/team' })).toBeVisible();
  response.reject(connectionError);
  await expect.element(page.getByText('The API key “Nightly export” may not have been created').first()).toBeVisible();
});
