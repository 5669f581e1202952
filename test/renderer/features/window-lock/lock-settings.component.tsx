import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { CommandProvider } from '../../../../renderer/ui/commands/command-context.tsx';
import { LockSettings } from '../../../../renderer/features/window-lock/lock-settings.tsx';
import { appRoutes } from '../../../../shared/contract/contract.ts';
import { commands } from '../../../../shared/window/commands.ts';
import type { KeychainStatus } from '../../../../shared/window/keychain.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import type { WindowLockStatus } from '../../../../shared/window/window-lock.ts';
import { startFakeService, type FakeService } from '../../../helpers/remote/fake-service.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';

let lock: WindowLockStatus;
let keychain: KeychainStatus;
let service: FakeService;

beforeEach(() => {
  lock = { is_set_up: false, is_locked: false, idle_minutes: 5, retry_after_seconds: 0 };
  service = startFakeService();
  service.answer(appRoutes.getWindowLock, () => lock);
  keychain = { kept_in: 'keychain' };
  service.answer(appRoutes.getKeychainStatus, () => keychain);
  service.answer(appRoutes.updateWindowLock, ({ json }) => {
    const { passphrase, idle_minutes } = json as { passphrase?: string | null; idle_minutes?: 15 | null };
    if (passphrase !== undefined) lock = { ...lock, is_set_up: passphrase !== null };
    if (idle_minutes !== undefined) lock = { ...lock, idle_minutes };
    return lock;
  });
});

const renderSettings = () =>
  renderInWindow(
    <CommandProvider value={commands.map((command) => ({ ...command, disabledReason: null, run: () => {} }))}>
      <LockSettings />
    </CommandProvider>,
  );

const listChanges = () => service.listRequests(appRoutes.updateWindowLock).map(({ json }) => json);

test('sets up a lock with a passphrase that is entered twice and rated, changes the idle time, and turns the lock off', async () => {
  await renderSettings();
  await page.getByRole('button', { name: 'Set up lock…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up lock' });
  const [first, second] = [
    dialog.getByLabelText('Passphrase', { exact: true }),
    dialog.getByLabelText('Repeat passphrase'),
  ];
  await first.fill('lanterns');
  await expect.element(dialog.getByText(/^Strength: weak/)).toBeVisible();
  await first.fill('seven brass lanterns');
  await expect.element(dialog.getByText('Strength: strong.')).toBeVisible();
  await second.fill('seven brass');
  await dialog.getByRole('button', { name: 'Set up lock' }).click();
  await expect.element(dialog.getByText('The passphrases are not the same.')).toBeVisible();
  await second.fill('seven brass lanterns');
  await dialog.getByRole('button', { name: 'Set up lock' }).click();
  await expect.element(dialog).not.toBeInTheDocument();

  await page.getByRole('radio', { name: '15 min' }).click();
  await expect.element(page.getByRole('radio', { name: '15 min' })).toBeChecked();
  await page.getByRole('radio', { name: 'Never' }).click();
  await expect.element(page.getByRole('radio', { name: 'Never' })).toBeChecked();
  await page.getByRole('button', { name: 'Turn off…' }).click();
  await page.getByLabelText('Current passphrase').fill('seven brass lanterns');
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off lock' }).click();
  await expect.element(page.getByRole('button', { name: 'Set up lock…' })).toBeVisible();
  expect(listChanges()).toEqual([
    { passphrase: 'seven brass lanterns' },
    { idle_minutes: 15 },
    { idle_minutes: null },
    { passphrase: null, current_passphrase: 'seven brass lanterns' },
  ]);
});

test('changing the passphrase shows that the current one is wrong', async () => {
  lock = { ...lock, is_set_up: true };
  service.answer(appRoutes.updateWindowLock, () => {
    const detail = 'This passphrase is wrong.';
    throw new Problem('passphrase_wrong', detail, { errors: [{ pointer: '/current_passphrase', detail }] });
  });
  await renderSettings();
  await page.getByRole('button', { name: 'Change passphrase…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change passphrase' });
  await dialog.getByLabelText('Current passphrase').fill('wrong');
  await dialog.getByLabelText('Passphrase', { exact: true }).fill('a new passphrase');
  await dialog.getByLabelText('Repeat passphrase').fill('a new passphrase');
  await dialog.getByRole('button', { name: 'Change passphrase' }).click();
  await expect.element(dialog.getByText('This passphrase is wrong.')).toBeVisible();
});

test('says why it cannot be set up without a keychain', async () => {
  keychain = { kept_in: 'memory', reason: 'The keychain is locked.' };
  await renderSettings();
  const button = page.getByRole('button', { name: 'Set up lock…' });
  await expect.element(button).toHaveAttribute('aria-disabled');
  await expect
    .element(page.getByText('Needs the keychain of this computer, which cannot be used.').first())
    .toBeVisible();
});
