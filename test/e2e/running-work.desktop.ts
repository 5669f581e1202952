import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { createClient } from '../../shared/contract/client.ts';
import { commands } from '../../shared/window/commands.ts';
import { appRoutes, routeTreePaths, v1Routes } from '../../shared/contract/contract.ts';
import { ferryFares, makeSmallPdf, writeSample } from '../fixtures/sample-files.ts';
import { copyDemoFolder } from '../helpers/data/demo-folder.ts';
import { hasDesktopShell, startDesktopShell, type DesktopShell } from '../helpers/desktop/desktop-shell.ts';
import { dropFiles } from '../helpers/browser/drop-files.ts';
import { fetchInPage } from '../helpers/browser/fetch-in-page.ts';
import { openKnowledge } from '../helpers/pages/knowledge-page.ts';
import { launchDesktop, type Desktop } from '../helpers/desktop/launch-desktop.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';

// With a real window, notification area and notifications. The last test ends the application.
test.skip(!hasDesktopShell, 'The desktop of these tests needs Linux, dbus-daemon and libnotify.');

let folder: TemporaryFolder;
let shell: DesktopShell;
let desktop: Desktop;

test.beforeAll(async () => {
  folder = await createTemporaryFolder();
  const dataDir = join(folder.path, 'data');
  copyDemoFolder(dataDir);
  shell = await startDesktopShell(folder.path);
  desktop = await launchDesktop(dataDir, { env: shell.env });
  await openKnowledge(desktop.page);
  await leaveFocus();
});

test.afterAll(async () => {
  if (!hasDesktopShell) return;
  await desktop.app.close();
  await shell.stop();
  await folder.remove();
});

/** Under Playwright, every page says that it has the focus. */
const leaveFocus = () => desktop.page.evaluate(() => Object.assign(document, { hasFocus: () => false }));

const isVisible = () => desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());

const closeWindow = () => desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());

const expectWindow = async () => {
  await expect.poll(isVisible).toBe(true);
  await expect.poll(shell.readTrayText, 'without an icon in the notification area').toBeNull();
};

function createClients() {
  const send = (url: string, init: RequestInit) => fetchInPage(desktop.page, url, init);
  return { v1: createClient(routeTreePaths.v1, send), windowApi: createClient(routeTreePaths.app, send) };
}

/** Places a practice call, and waits until it is answered. */
async function placePracticeCall(): Promise<string> {
  const { v1, windowApi } = createClients();
  const { data } = await v1(v1Routes.listAgents, {});
  const json = { agent_id: data[0]?.agent_id ?? '', recipient_number: '+14155550100', mode: 'practice' } as const;
  const { call_id } = await windowApi(appRoutes.placeSimulatedCall, { json });
  const readStatus = async () => (await v1(v1Routes.getCall, { params: { call_id } })).status;
  await expect.poll(readStatus).toBe('in_progress');
  return call_id;
}

test('a notification of the system shows the window with its subject', async () => {
  const { app, page } = desktop;
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
  const { v1, windowApi } = createClients();
  const { data } = await v1(v1Routes.listAgents, {});
  const { call_id } = await windowApi(appRoutes.placeSimulatedCall, {
    json: { agent_id: data[0]?.agent_id ?? '', recipient_number: '+14155550177', persona: 'no_answer' },
  });
  await expect.poll(() => shell.shown).toHaveLength(1);
  const [notification] = shell.shown;
  expect(notification?.title).toMatch(/call/i);
  expect(await isVisible()).toBe(false);
  shell.clickNotification(notification?.id ?? 0);
  await page.waitForURL((url) => url.hash === `#/calls/${call_id}`);
  await expect.poll(isVisible).toBe(true);
});

test('closing the window during a call leaves an icon and a notification, and each opens the window again', async () => {
  const callId = await placePracticeCall();
  const before = shell.shown.length;
  const openers = [
    () => Promise.resolve(shell.clickNotification(shell.shown.at(-1)?.id ?? 0)),
    shell.clickTray,
    () => shell.clickTrayItem('Open Switchboard'),
  ];
  for (const [index, open] of openers.entries()) {
    await closeWindow();
    await expect.poll(shell.readTrayText).toBe('Switchboard: 1 call');
    expect(await isVisible()).toBe(false);
    await expect.poll(() => shell.shown).toHaveLength(before + index + 1);
    expect(shell.shown.at(-1)).toMatchObject({
      title: 'Switchboard is still running',
      body: expect.stringMatching(/^1 call in progress\. /),
    });
    await open();
    await expectWindow();
  }
  await createClients().windowApi(appRoutes.updateSettings, { json: { notifications: 'off' } });
  await closeWindow();
  await expect.poll(shell.readTrayText).toBe('Switchboard: 1 call');
  await shell.clickTray();
  await expectWindow();
  expect(shell.shown, 'without a notification if they are off').toHaveLength(before + openers.length);
  await createClients().windowApi(appRoutes.updateSettings, { json: { notifications: 'on' } });
  await createClients().v1(v1Routes.cancelCall, { params: { call_id: callId } });
});

test('files are sent while the window is closed, which opens when one of them needs a decision', async () => {
  const { page } = desktop;
  await openKnowledge(page);
  await page.evaluate(() => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { fetch } = globalThis;
    const waitWithUploads: typeof fetch = async (url, init) => {
      if (init?.body instanceof FormData) await promise;
      return fetch(url, init);
    };
    Object.assign(globalThis, { fetch: waitWithUploads, sendUploads: resolve });
  });
  const locked = await makeSmallPdf('Ask for the password.', { userPassword: 'lantern' });
  await dropFiles(page, [
    await writeSample(folder.path, 'ferry_fares.txt', ferryFares),
    await writeSample(folder.path, 'locked.pdf', locked),
  ]);
  const addAnyway = page.getByRole('button', { name: 'Add anyway: locked' });
  await expect(addAnyway).toBeVisible();
  await closeWindow();
  await expect.poll(shell.readTrayText).toBe('Switchboard: 1 document');
  expect(await isVisible()).toBe(false);
  await page.evaluate(() => (Reflect.get(globalThis, 'sendUploads') as () => void)());
  await expectWindow();
  await expect(page.getByRole('table', { name: 'Documents' })).toContainText('ferry fares');
  await expect(addAnyway).toBeVisible();
  await page.getByRole('button', { name: 'Skip locked' }).click();
});

test('without a window, as on macOS, a link and a command of the menu open one', async () => {
  const { app } = desktop;
  await app.evaluate(({ app: running }) => {
    const listeners = running.listeners('window-all-closed') as (() => void)[];
    const quitting = listeners.filter((listener) => String(listener).includes('quit'));
    for (const quit of quitting) running.off('window-all-closed', quit);
  });
  const openWindow = async (open: () => Promise<unknown>) => {
    await desktop.page.close();
    const opened = app.waitForEvent('window');
    await open();
    desktop = { app, page: await opened };
  };
  await openWindow(() =>
    app.evaluate(({ app: running }) => running.emit('open-url', { preventDefault: () => {} }, 'switchboard://team')),
  );
  await expect(desktop.page.getByRole('heading', { name: 'Team', level: 1 })).toBeVisible();
  await openWindow(() =>
    app.evaluate(
      ({ Menu }, label) => {
        const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? [];
        items.find((item) => item.label === label)?.click();
      },
      commands.find(({ id }) => id === 'go-to-billing')?.label,
    ),
  );
  await expect(desktop.page.getByRole('heading', { name: 'Billing', level: 1 })).toBeVisible();
  await leaveFocus();
});

test('quits a minute after the last call, which has its notification before', async () => {
  const { app } = desktop;
  const exit = once(app.process(), 'exit');
  const callId = await placePracticeCall();
  await app.evaluate(() => {
    const { setTimeout: start } = globalThis;
    const minute = (ms?: number) => (ms === 60_000 ? 6_000 : ms);
    Object.assign(globalThis, { setTimeout: (run: () => void, ms?: number) => start(run, minute(ms)) });
  });
  await closeWindow();
  await expect.poll(shell.readTrayText).toBe('Switchboard: 1 call');
  const before = shell.shown.length;
  await createClients().windowApi(appRoutes.hangUp, { params: { call_id: callId } });
  await expect.poll(shell.readTrayText).toBe('Switchboard: done');
  await expect.poll(() => shell.shown).toHaveLength(before + 1);
  expect(await exit).toEqual([0, null]);
});
