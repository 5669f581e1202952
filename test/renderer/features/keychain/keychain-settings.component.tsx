import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { KeychainSettings } from '../../../../renderer/features/keychain/keychain-settings.tsx';
import { appRoutes } from '../../../../shared/contract/contract.ts';
import type { KeychainStatus } from '../../../../shared/window/keychain.ts';
import { startFakeService } from '../../../helpers/remote/fake-service.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';

test('says that the keychain is not used and why, and tries it again', async () => {
  let status: KeychainStatus = { kept_in: 'memory', reason: 'The keychain is locked.' };
  const service = startFakeService();
  service.answer(appRoutes.getKeychainStatus, () => status);
  await renderInWindow(<KeychainSettings />);
  await expect.element(page.getByText(/The keychain is locked\.$/)).toBeVisible();
  status = { kept_in: 'keychain' };
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('In use')).toBeVisible();
  expect(page.getByRole('button').elements()).toEqual([]);
});
