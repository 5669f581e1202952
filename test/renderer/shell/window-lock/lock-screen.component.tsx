import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { bridge } from '../../../../renderer/data/bridge.ts';
import { LockScreen } from '../../../../renderer/shell/window-lock/lock-screen.tsx';
import { appRoutes } from '../../../../shared/contract/contract.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import type { WindowLockStatus } from '../../../../shared/window/window-lock.ts';
import { startFakeService } from '../../../helpers/remote/fake-service.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';

const locked: WindowLockStatus = { is_set_up: true, is_locked: true, idle_minutes: 5, retry_after_seconds: 0 };

async function renderLockScreen(lock = locked) {
  const service = startFakeService();
  service.answer(appRoutes.getWindowLock, () => lock);
  const onUnlock = vi.fn();
  await renderInWindow(<LockScreen onUnlock={onUnlock} />);
  return { service, onUnlock };
}

test('unlocks with the passphrase and the keyboard alone', async () => {
  const { service, onUnlock } = await renderLockScreen();
  service.answer(appRoutes.unlockWindow, () => ({ ...locked, is_locked: false }));
  await expect.element(page.getByLabelText('Passphrase')).toHaveFocus();
  await userEvent.keyboard('seven brass lanterns{Enter}');
  await expect.poll(() => onUnlock.mock.calls).toHaveLength(1);
  expect(service.listRequests(appRoutes.unlockWindow).map(({ json }) => json)).toEqual([
    { passphrase: 'seven brass lanterns' },
  ]);
});

test('empties the field after a wrong passphrase, counts down, and sends nothing before', async () => {
  const { service, onUnlock } = await renderLockScreen();
  service.answer(appRoutes.unlockWindow, () => {
    service.answer(appRoutes.getWindowLock, () => ({ ...locked, retry_after_seconds: 2 }));
    const detail = 'This passphrase is wrong.';
    throw new Problem('passphrase_wrong', detail, { errors: [{ pointer: '/passphrase', detail }] });
  });
  const field = page.getByLabelText('Passphrase');
  await field.fill('wrong');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('This passphrase is wrong. Try again in 2 seconds.')).toBeVisible();
  await expect.element(field).toHaveValue('');
  await userEvent.keyboard('again{Enter}');
  await expect.element(page.getByText('This passphrase is wrong. Try again in 1 second.')).toBeVisible();
  expect(service.listRequests(appRoutes.unlockWindow)).toHaveLength(1);
  await expect.element(page.getByRole('button', { name: 'Unlock' })).not.toHaveAttribute('aria-disabled');
  expect(onUnlock).not.toHaveBeenCalled();
});

test('says why the passphrase cannot be checked', async () => {
  const { service } = await renderLockScreen();
  service.answer(appRoutes.unlockWindow, () => {
    throw new Problem('lock_unavailable', 'The passphrase cannot be checked.');
  });
  await userEvent.keyboard('x{Enter}');
  await expect.element(page.getByRole('alert')).toHaveTextContent('The passphrase cannot be checked.');
});

test('offers no Touch ID where the system has none', async () => {
  await renderLockScreen();
  await expect.element(page.getByRole('button', { name: 'Unlock' })).toBeVisible();
  expect(page.getByRole('button').elements()).toHaveLength(1);
});

test('stays locked if the user cancels Touch ID', async () => {
  vi.spyOn(bridge, 'canUseTouchId').mockResolvedValue(true);
  const prompt = vi.spyOn(bridge, 'unlockWithTouchId').mockResolvedValueOnce(false).mockResolvedValueOnce(true);
  const { onUnlock } = await renderLockScreen();
  const button = page.getByRole('button', { name: 'Use Touch ID' });
  await button.click();
  expect(onUnlock).not.toHaveBeenCalled();
  await button.click();
  await expect.poll(() => onUnlock.mock.calls).toHaveLength(1);
  expect(prompt).toHaveBeenCalledTimes(2);
  vi.restoreAllMocks();
});

test('continues when another tab has unlocked the window', async () => {
  const { service, onUnlock } = await renderLockScreen();
  await expect.element(page.getByRole('button', { name: 'Unlock' })).toBeVisible();
  service.answer(appRoutes.getWindowLock, () => ({ ...locked, is_locked: false }));
  globalThis.dispatchEvent(new Event('focus'));
  await expect.poll(() => onUnlock.mock.calls.length).toBeGreaterThan(0);
});
