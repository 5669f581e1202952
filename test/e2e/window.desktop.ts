import { once } from 'node:events';
import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test, type Locator } from '@playwright/test';
import Conf from 'conf';
import { limits } from '../../shared/contract/limits.ts';
import { formatCallFileName } from '../../shared/calls/call-file-name.ts';
import { backupExtension } from '../../shared/workspaces/backups.ts';
import { settingsVersion } from '../../electron/service/platform/settings/settings-file.ts';
import { demoCalls } from '../../electron/service/workspaces/demo/demo-calls.ts';
import { getRecordingPath } from '../../electron/service/workspaces/demo/recorded-call.ts';
import { ferryFares, findHandbook, makeRota, makeSmallPdf, writeSample } from '../fixtures/sample-files.ts';
import { createClient } from '../../shared/contract/client.ts';
import { commands, type CommandId } from '../../shared/window/commands.ts';
import { appRoutes, routeTreePaths, v1Routes } from '../../shared/contract/contract.ts';
import { createCallPage } from '../helpers/pages/call-page.ts';
import { sampleSummary } from '../renderer/features/backups/sample-backup.ts';
import { copyDemoFolder } from '../helpers/data/demo-folder.ts';
import { deleteInvoice } from '../helpers/data/delete-invoice.ts';
import { dropFiles } from '../helpers/browser/drop-files.ts';
import { fetchInPage } from '../helpers/browser/fetch-in-page.ts';
import { findFreePort } from '../helpers/processes/find-free-port.ts';
import { createKeysPage } from '../helpers/pages/keys-page.ts';
import { createKnowledgePage, openKnowledge } from '../helpers/pages/knowledge-page.ts';
import { isRoot, startSecondInstance, launchDesktop, type Desktop } from '../helpers/desktop/launch-desktop.ts';
import { readHeap } from '../helpers/browser/read-heap.ts';
import { startRecordingProxy } from '../helpers/remote/recording-proxy.ts';
import { recordOpenedPath } from '../helpers/desktop/record-opened-path.ts';
import { findFilesWith, recordMessages, recordSigningSecret } from '../helpers/desktop/record-secrets.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { useMemoryKeychain } from '../helpers/service/use-memory-keychain.ts';

// What differs from the browser host, in one application: starting it takes seconds. The views are tested in Chromium.

const savedBounds = { x: 30, y: 20, width: 1180, height: 760, isMaximized: false };

const callId = demoCalls.find(
  (call) => call.recipient === 'simulated' && existsSync(getRecordingPath(call.callId)),
)?.callId;

const lockPassphrase = 'seven brass lanterns';

let folder: TemporaryFolder;
let dataDir: string;
let desktop: Desktop;
/** Sees what Chromium requests from the network. */
let proxy: Awaited<ReturnType<typeof startRecordingProxy>>;
/** Why the file that started the application cannot be restored. */
let startFailure: string;
/** They must be in no file. */
let secrets: readonly string[];

const restoreDialog = () => desktop.page.getByRole('dialog', { name: 'Restore from a backup' });

const privateCopies = () => join(dataDir, 'opened-copies');

test.beforeAll(async () => {
  folder = await createTemporaryFolder();
  dataDir = join(folder.path, 'data');
  copyDemoFolder(dataDir);
  const settings = new Conf<Record<string, unknown>>({ cwd: dataDir, configName: 'settings' });
  settings.set('window', savedBounds);
  settings.set('localApi', { enabled: false, port: 4800 });
  await mkdir(join(privateCopies(), 'copy-1'), { recursive: true });
  const noBackup = await writeSample(
    folder.path,
    `holiday${backupExtension}`,
    'This text is not a backup of anything.',
  );
  proxy = await startRecordingProxy();
  const fakeMicrophone = '--use-fake-device-for-media-stream'; // without any, a request fails before it is denied
  desktop = await launchDesktop(dataDir, {
    args: [fakeMicrophone, `--proxy-server=${proxy.origin}`, `switchboard://calls/${callId}?t=16`, noBackup],
    env: { LANGUAGE: 'en_US' }, // of the dictionary, in Linux
  });
  // It covers the window.
  startFailure = await restoreDialog().getByRole('alert').innerText();
  await restoreDialog().getByRole('button', { name: 'Cancel' }).click();
});

test.afterAll(async () => {
  await desktop.app.close();
  proxy.stop();
  await folder.remove();
});

test('opens the call of the link that started the application, in a window of its last size', async () => {
  const { app, page } = desktop;
  await page.waitForURL((url) => url.hash === `#/calls/${callId}?t=16`);
  const { isVisible, width, height } = await app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    return { ...window?.getNormalBounds(), isVisible: window?.isVisible() };
  });
  expect({ isVisible, width, height }).toEqual({
    isVisible: true,
    width: savedBounds.width,
    height: savedBounds.height,
  });
});

test('opens the backup that started the application, and says that it cannot be restored', () => {
  expect(startFailure).not.toBe('');
});

test('opens a backup from the file manager, or one that is dropped, in the dialog that restores it', async () => {
  const { app, page } = desktop;
  await page.evaluate((summary) => {
    const { fetch } = globalThis;
    const answerPreviews: typeof fetch = (url, init) =>
      String(url).endsWith('/preview') ? Promise.resolve(Response.json(summary)) : fetch(url, init);
    Object.assign(globalThis, { fetch: answerPreviews, sendRequests: fetch });
  }, sampleSummary);
  const content = 'The service has received all bytes of this file.';
  const path = await writeSample(folder.path, `harbour${backupExtension}`, content);
  const listUploads = () =>
    globSync(`${dataDir}/workspaces/.upload-*/received`).map((file) => readFileSync(file, 'utf8'));
  const expectPreview = async () => {
    await expect(restoreDialog()).toContainText(`Workspace${sampleSummary.workspace_name}`);
    expect(listUploads()).toEqual([content]);
    await restoreDialog().getByRole('button', { name: 'Cancel' }).click();
    await expect(restoreDialog()).toBeHidden();
    await expect.poll(listUploads).toEqual([]);
  };
  await app.evaluate(({ app: running }, file) => running.emit('second-instance', {}, ['switchboard', file], '/'), path);
  await expectPreview();
  const openFile = (file: string) =>
    app.evaluate(({ app: running }, name) => running.emit('open-file', { preventDefault: () => {} }, name), file);
  await openFile(path); // macOS
  await expectPreview();
  await dropFiles(page, [path]);
  await expectPreview();
  await openFile(`${path}.part`);
  await page.evaluate(() =>
    Object.assign(globalThis, { fetch: Reflect.get(globalThis, 'sendRequests') as typeof fetch }),
  );
  await expect(restoreDialog()).toBeHidden();
});

test('opens the call of a link from another application, and ignores other links', async () => {
  const { app, page } = desktop;
  const openLink = (address: string) =>
    app.evaluate(({ app: running }, link) => running.emit('second-instance', {}, ['switchboard', link], '/'), address);
  await openKnowledge(page);
  const before = page.url();
  await openLink('switchboard://unknown');
  await openLink('switchboard://calls/../settings');
  await openLink('switchboard://calls/call_unknown?t=42.5');
  await page.waitForURL((url) => url.hash === '#/calls/call_unknown?t=42.5');
  await expect(page.getByRole('alert')).toContainText('Call not found');
  await page.goBack();
  expect(page.url(), 'the other links did not navigate').toBe(before);
});

test('loads the window from the app scheme with a strict Content-Security-Policy', async () => {
  const { page } = desktop;
  await expect(page).toHaveURL(/^app:\/\/switchboard\//);
  const policy = await page.evaluate(async () => (await fetch('/')).headers.get('content-security-policy'));
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toContain('unsafe');
});

test('exposes only the bridge to the page, and nothing of Node.js', async () => {
  const seen = await desktop.page.evaluate(() => ({
    require: typeof Reflect.get(globalThis, 'require'),
    process: typeof Reflect.get(globalThis, 'process'),
    bridge: Object.keys(Reflect.get(globalThis, 'switchboard') as object).toSorted(), // exposed by the preload
  }));
  expect(seen).toEqual({
    require: 'undefined',
    process: 'undefined',
    bridge: [
      'canUseTouchId',
      'checksSpelling',
      'chooseFolder',
      'getOpenAtLogin',
      'host',
      'keepOverview',
      'onCommand',
      'onOpenItem',
      'openPdf',
      'platform',
      'prepareFileDrag',
      'readOpenedFile',
      'reportUploads',
      'revealDataFolder',
      'setOpenAtLogin',
      'showBackup',
      'showWindow',
      'startFileDrag',
      'systemLocale',
      'unlockWithTouchId',
      'uploadOpenedBackup',
    ],
  });
});

test('the page runs in a sandbox, without webviews, and with the security of web pages', async () => {
  const preferences = await desktop.app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as {
      getLastWebPreferences: () => Record<string, unknown>; // not in Electron's types
    };
    const { sandbox, contextIsolation, nodeIntegration, webSecurity, webviewTag } = contents.getLastWebPreferences();
    return { sandbox, contextIsolation, nodeIntegration, webSecurity, webviewTag };
  });
  expect(preferences).toEqual({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false,
  });
});

test('the process of the page is in the sandbox of the system', async () => {
  test.skip(isRoot, 'Root cannot use the sandbox.');
  const { pid, isSandboxed } = await desktop.app.evaluate(({ app, BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    const metric = app.getAppMetrics().find((process) => process.pid === contents?.getOSProcessId());
    return { pid: metric?.pid, isSandboxed: metric?.sandboxed };
  });
  // Electron does not say so on Linux. Mode 2 filters the calls of the process to the system.
  if (process.platform === 'linux') expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/^Seccomp:\s+2$/m);
  else expect(isSandboxed).toBe(true);
});

test('serves nothing outside the folder of the page, and no other host', async () => {
  const responses = await desktop.app.evaluate(async ({ session }) => {
    const addresses = [
      'app://switchboard/../../../package.json',
      'app://switchboard/..%2f..%2fpackage.json',
      'app://switchboard/%2e%2e/%2e%2e/package.json',
      'app://switchboard/assets/..%5c..%5cpackage.json',
      'app://switchboard//etc/passwd',
      'app://other/index.html',
    ];
    const statuses = await Promise.all(
      addresses.map(async (address) => (await session.defaultSession.fetch(address)).status),
    );
    const page = await session.defaultSession.fetch('app://switchboard/index.html', {
      headers: { Range: 'bytes=0-0,1-1,2-2,-9999999999' },
    });
    return { statuses, page: [page.status, (await page.text()).startsWith('<!doctype html>')] };
  });
  expect(responses).toEqual({ statuses: [404, 404, 404, 404, 404, 404], page: [200, true] });
});

test('denies every permission except notifications and writing to the clipboard', async () => {
  const { app, page } = desktop;
  const offered = await app.evaluateHandle(({ session, dialog }) => {
    // The user does not allow the microphone.
    Object.assign(dialog, { showMessageBox: () => Promise.resolve({ response: 1, checkboxChecked: false }) });
    const devices: string[] = [];
    const { defaultSession } = session;
    defaultSession.on('select-hid-device', () => void devices.push('hid'));
    defaultSession.on('select-serial-port', () => void devices.push('serial'));
    defaultSession.on('select-usb-device', () => void devices.push('usb'));
    return devices;
  });
  // Playwright evaluates code as if the user had clicked, which requests for devices require.
  const seen = await page.evaluate(async () => {
    const names = [
      'microphone',
      'camera',
      'geolocation',
      'clipboard-read',
      'midi',
      'persistent-storage',
      'notifications',
    ];
    const states = names.map(async (name) => {
      const { state } = await navigator.permissions.query({ name: name as PermissionName });
      return [name, state] as const;
    });
    const request = async (run: () => Promise<unknown> | undefined): Promise<string> => {
      try {
        return JSON.stringify(await run());
      } catch (error) {
        return error instanceof Error || error instanceof DOMException ? error.name : String(error);
      }
    };
    const devices = navigator as unknown as Record<
      'hid' | 'serial' | 'usb',
      Record<string, (options?: unknown) => Promise<unknown>>
    >; // not in TypeScript's types
    const locate = () => new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(resolve, reject));
    await navigator.clipboard.writeText('copied by the page');
    return {
      states: Object.fromEntries(await Promise.all(states)),
      requests: {
        microphone: await request(() => navigator.mediaDevices.getUserMedia({ audio: true })),
        camera: await request(() => navigator.mediaDevices.getUserMedia({ video: true })),
        screen: await request(() => navigator.mediaDevices.getDisplayMedia()),
        clipboard: await request(() => navigator.clipboard.readText()),
        midi: await request(() => navigator.requestMIDIAccess()),
        location: await locate().catch((error: GeolocationPositionError) =>
          error.code === error.PERMISSION_DENIED ? 'denied' : 'failed',
        ),
        hid: await request(() => devices.hid['requestDevice']?.({ filters: [] })),
        serial: await request(() => devices.serial['requestPort']?.()),
        usb: await request(() => devices.usb['requestDevice']?.({ filters: [] })),
        notifications: await Notification.requestPermission(),
      },
    };
  });
  expect(seen).toEqual({
    states: {
      microphone: 'denied',
      camera: 'denied',
      geolocation: 'denied',
      'clipboard-read': 'denied',
      midi: 'denied',
      'persistent-storage': 'denied',
      notifications: 'granted',
    },
    requests: {
      microphone: 'NotAllowedError',
      camera: 'NotAllowedError',
      screen: 'NotAllowedError',
      clipboard: 'NotAllowedError',
      midi: 'NotAllowedError',
      location: 'denied',
      hid: '[]',
      serial: 'NotFoundError',
      usb: 'NotFoundError',
      notifications: 'granted',
    },
  });
  expect(await offered.jsonValue(), 'devices to choose from').toEqual([]);
  expect(await app.evaluate(({ clipboard }) => clipboard.readText())).toBe('copied by the page');
});

test('refetches everything when the computer resumes', async () => {
  const { app, page } = desktop;
  await expect(page.getByRole('heading', { level: 1 }), 'the session is loaded').toBeVisible();
  const refetched = page.waitForRequest('**/app/session');
  await app.evaluate(({ powerMonitor }) => powerMonitor.emit('resume'));
  await refetched;
});

test('shows the number of open items on the icon of the application', async () => {
  const { app, page } = desktop;
  const request = createClient(routeTreePaths.app, (url, init) => fetchInPage(page, url, init));
  /** Changes what the window may see. Returns the next number on the icon, and the number of open items. */
  const countAs = async (role: 'admin' | 'viewer') => {
    const badge = await app.evaluateHandle(({ app: running }) => {
      const { promise, resolve } = Promise.withResolvers<number>();
      // Linux shows no number without Unity.
      Object.assign(running, { setBadgeCount: resolve });
      return { promise };
    });
    await request(appRoutes.changeRole, { json: { role } });
    const { attention } = await request(appRoutes.getOverview, {});
    return { shown: await badge.evaluate(({ promise }) => promise), expected: attention.length };
  };
  const asViewer = await countAs('viewer');
  const asAdmin = await countAs('admin');
  expect([asViewer.shown, asAdmin.shown]).toEqual([asViewer.expected, asAdmin.expected]);
  expect(asViewer.shown).not.toBe(asAdmin.shown);
});

test('sends requests of the window to the service, which returns a problem for an unknown path', async () => {
  const responses = await desktop.page.evaluate(async () => {
    const session = await fetch('/app/session');
    const missing = await fetch('/v1/nothing/here');
    return { session: session.status, missing: missing.status, type: missing.headers.get('content-type') };
  });
  expect(responses).toEqual({ session: 200, missing: 404, type: 'application/problem+json' });
});

test('lists every command in the native menu, offers those that the page can run, and runs the chosen one', async () => {
  const { app, page } = desktop;
  await openKnowledge(page);
  const readItems = () =>
    app.evaluate(({ Menu }) => {
      const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? [];
      return items.map(({ id, label, enabled }) => ({ id, label, enabled }));
    });
  const items = await readItems();
  for (const { id, label } of commands) expect(items, id).toContainEqual(expect.objectContaining({ id, label }));
  const isEnabled = (id: CommandId) => items.find((item) => item.id === id)?.enabled;
  const ids = ['add-documents', 'view-as-viewer', 'show-data-folder', 'sync-now', 'add-calls-by-id'] as const;
  expect(ids.map(isEnabled), 'the last two are for linked workspaces').toEqual([true, true, true, false, false]);
  await app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('go-to-settings')?.click());
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
});

test('passes the system locale to the page, and does not support opening at login in an unpackaged application', async () => {
  const expected = await desktop.app.evaluate(({ app }) => app.getSystemLocale());
  const seen = await desktop.page.evaluate(async () => {
    const bridge = Reflect.get(globalThis, 'switchboard') as { systemLocale: string; getOpenAtLogin: () => unknown }; // exposed by the preload
    return { locale: bridge.systemLocale, opens: await bridge.getOpenAtLogin() };
  });
  expect(seen).toEqual({ locale: expected, opens: null });
});

test('a PDF, a DOCX and a TXT dropped on the window become active and can be searched', async () => {
  const { page } = desktop;
  await openKnowledge(page);
  const knowledge = createKnowledgePage(page);
  await dropFiles(page, [
    await writeSample(folder.path, 'lantern-orders.pdf', await makeSmallPdf('Seven brass lanterns were ordered.')),
    await writeSample(folder.path, 'lighthouse-rota.docx', await makeRota()),
    await writeSample(folder.path, 'ferry_fares.txt', ferryFares),
  ]);
  for (const title of ['lantern-orders', 'lighthouse-rota', 'ferry fares']) await knowledge.waitForActive(title);
  const passage = await knowledge.search('How many brass lanterns were ordered?');
  await expect(passage).toContainText('Seven brass lanterns');
  await passage.getByRole('button', { name: 'Page 1' }).click();
  await knowledge.waitForMarkedPage('lantern-orders');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(await knowledge.search('Who trims the lamp on the first Monday?')).toContainText('Agnes Fairweather');
  await knowledge.clearSearch();
});

test('shows the progress of documents in the taskbar, and removes it when they are active', async () => {
  const { app, page } = desktop;
  const shown = await app.evaluateHandle(({ BrowserWindow }) => {
    const values: number[] = [];
    Object.assign(BrowserWindow.getAllWindows()[0] ?? {}, { setProgressBar: (value: number) => values.push(value) });
    return values;
  });
  const knowledge = createKnowledgePage(page);
  await dropFiles(page, [await findHandbook(200)]);
  await knowledge.waitForActive('archive-handbook');
  await expect.poll(() => shown.evaluate((values) => values.at(-1))).toBe(-1);
  const shares = (await shown.jsonValue()).filter((value) => value > 0);
  expect(shares.length).toBeGreaterThan(0);
  expect(Math.max(...shares)).toBeLessThanOrEqual(1);
});

test('files that are opened with the application are added to the knowledge base', async () => {
  const { app, page } = desktop;
  await page.getByRole('link', { name: 'Team' }).click();
  await writeSample(folder.path, 'buoy-colors.txt', 'The fairway buoy is painted in red and white stripes.');
  await writeSample(folder.path, 'too-large.txt', 'x'.repeat(limits.uploadBytes + 1));
  const secret = await writeSample(folder.path, 'salaries.txt', 'A link must not name a file.');
  const url = pathToFileURL(join(folder.path, 'buoy-colors.txt')).href; // as Linux's file managers name it
  const links = [`switchboard://..${secret}`, `switchboard:x/../..${secret}`, `switchboard://${'a'.repeat(5_000)}.txt`];
  await app.evaluate(
    ({ app: running }, addresses) =>
      addresses.forEach((address) => running.emit('open-url', { preventDefault: () => {} }, address)), // macOS
    links,
  );
  const paths = [...links, `${'b'.repeat(5_000)}.txt`, url, 'missing.txt', 'too-large.txt', 'settings.json'];
  await app.evaluate(
    ({ app: running }, [folderPath, names]) =>
      running.emit('second-instance', {}, ['switchboard', ...names], folderPath),
    [folder.path, paths] as const,
  );
  const notifications = page.getByRole('region', { name: 'Notifications' });
  await expect(notifications.getByText('“too-large.txt” was not added')).toBeVisible();
  const knowledge = createKnowledgePage(page);
  await knowledge.waitForActive('buoy-colors');
  await expect(page.getByText(/missing|salaries/)).toHaveCount(0);
});

test('plays a recording from a position, also in other views, within the Content-Security-Policy', async () => {
  const { page } = desktop;
  const call = createCallPage(page);
  await page.evaluate(() => {
    const violations: string[] = [];
    Object.assign(globalThis, { violations });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => violations.push(violatedDirective));
  });
  await openKnowledge(page);
  await call.open(callId ?? '', '?t=16');
  await expect(call.waveform.locator('canvas').first()).toBeVisible();
  await expect(call.slider).toHaveAttribute('aria-valuenow', '16');
  const readSeconds = async () => Number(await call.slider.getAttribute('aria-valuenow'));
  await call.slider.press('ArrowRight');
  await expect.poll(readSeconds).toBeGreaterThan(16);
  const sought = await readSeconds();
  await page.keyboard.press('k');
  await expect.poll(readSeconds).toBeGreaterThan(sought);
  await page.getByRole('link', { name: 'Team' }).click();
  await call.dock.getByRole('button', { name: 'Pause' }).click();
  expect(await page.evaluate(() => Reflect.get(globalThis, 'violations') as unknown)).toEqual([]);
});

test('the local API switch opens a port for API keys only, and closes it', async () => {
  const { page } = desktop;
  await page.getByRole('link', { name: /keys$/i }).click();
  const localApi = page.getByRole('region', { name: 'Local API' });
  const port = localApi.getByRole('textbox', { name: 'Port' });
  await expect(port, 'the port that was stored').toHaveValue('4800');
  await port.fill(String(await findFreePort()));
  await port.press('Enter');
  await localApi.getByRole('switch').click();
  const baseUrl = localApi.getByLabel('Base URL', { exact: true });
  const base = await baseUrl.innerText();
  expect((await fetch(`${base}/openapi.json`)).status).toBe(200);
  expect((await fetch(`${base}/agents`)).status).toBe(401);
  expect((await fetch(new URL('/', base))).status).toBe(404);
  await localApi.getByRole('switch').click();
  await expect(baseUrl).toHaveCount(0);
  await expect(fetch(`${base}/openapi.json`)).rejects.toThrow('fetch failed');
});

test('shows the data folder in the file manager', async () => {
  const waitForPath = await recordOpenedPath(desktop);
  await desktop.page.evaluate(() => {
    const bridge = Reflect.get(globalThis, 'switchboard') as { revealDataFolder: () => unknown }; // exposed by the preload
    return bridge.revealDataFolder();
  });
  expect(await waitForPath()).toBe(dataDir);
});

test('the PDF of an invoice opens in the default app and can be saved', async () => {
  const { app, page } = desktop;
  await page.getByRole('link', { name: 'Billing', exact: true }).click();
  await page.getByRole('table', { name: 'Invoices' }).getByRole('button', { name: 'INV-0001' }).click();
  const panel = page.getByRole('region', { name: 'Invoice INV-0001' });
  const waitForPath = await recordOpenedPath(desktop);
  await panel.getByRole('button', { name: 'Open PDF' }).click();
  const openedPath = await waitForPath();
  expect(openedPath).toMatch(/INV-0001\.pdf$/);
  expect((await readFile(openedPath)).subarray(0, 5).toString()).toBe('%PDF-');

  const savePath = join(folder.path, 'saved.pdf');
  const saved = await app.evaluateHandle(({ session }, path) => {
    const { promise, resolve } = Promise.withResolvers<string>();
    session.defaultSession.once('will-download', (_event, item) => {
      item.setSavePath(path);
      item.once('done', (_done, state) => resolve(`${item.getFilename()} ${state}`));
    });
    return { promise };
  }, savePath);
  await panel.getByRole('button', { name: 'Save PDF' }).click();
  expect(await saved.evaluate(({ promise }) => promise)).toBe('INV-0001.pdf completed');
  expect((await readFile(savePath)).subarray(0, 5).toString()).toBe('%PDF-');
});

test('drags an invoice and a recording to another application as private copies', async () => {
  const { app, page } = desktop;
  const dragged = await app.evaluateHandle(({ BrowserWindow }) => {
    const files: string[] = [];
    const startDrag = ({ file, icon }: Electron.Item) => {
      if (!(icon instanceof Object && 'isEmpty' in icon) || icon.isEmpty()) throw new Error('A drag needs an icon.');
      files.push(String(file));
    };
    Object.assign(BrowserWindow.getAllWindows()[0]?.webContents ?? {}, { startDrag });
    return files;
  });
  const drag = async (element: Locator, count: number) => {
    await element.hover();
    const { x = 0, y = 0 } = (await element.boundingBox()) ?? {};
    await page.mouse.down();
    await page.mouse.move(x + 40, y + 15, { steps: 4 });
    await expect.poll(async () => (await dragged.jsonValue()).length).toBe(count);
    await page.mouse.up();
    await page.mouse.move(x, y);
    return (await dragged.jsonValue()).at(-1) ?? '';
  };
  const send = (url: string, init: RequestInit) => fetchInPage(page, url, init);
  const client = createClient(routeTreePaths.app, send);
  const expectCopy = async (path: string, name: string, url: string) => {
    expect(path.startsWith(privateCopies())).toBe(true);
    expect(basename(path)).toBe(name);
    const bytes = Buffer.from(await (await send(url, {})).arrayBuffer());
    expect(readFileSync(path).equals(bytes), `${name} has the bytes of the download`).toBe(true);
    if (process.platform === 'win32') return; // has no such modes
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
    expect(statSync(privateCopies()).mode & 0o777).toBe(0o700);
  };
  const invoice = (await client(appRoutes.listInvoiceRecords, {})).data.find(({ number }) => number === 'INV-0001');
  const row = page.getByRole('table', { name: 'Invoices' }).getByRole('row').filter({ hasText: 'INV-0001' });
  await expectCopy(await drag(row.getByRole('cell').first(), 1), 'INV-0001.pdf', invoice?.pdf_url ?? '');
  const handle = page.getByTitle('Drag the PDF to another application');
  await expectCopy(await drag(handle, 2), 'INV-0001.pdf', invoice?.pdf_url ?? '');

  const call = await client(appRoutes.getCallDetails, { params: { call_id: callId ?? '' } });
  await createCallPage(page).open(call.call_id);
  await expectCopy(
    await drag(page.getByTitle('Drag the recording to another application'), 3),
    formatCallFileName(call, 'mp3'),
    call.recording?.url ?? '',
  );
  await page.mouse.down();
  await page.mouse.up();
  const path = (await dragged.jsonValue())[2] ?? '';
  expect(existsSync(path), 'the other application may read it later').toBe(true);

  // Neither a path, nor an item that the role of the window cannot have.
  await client(appRoutes.changeRole, { json: { role: 'viewer' } });
  await page.evaluate(
    ([folderPath, invoiceId]) => {
      const bridge = Reflect.get(globalThis, 'switchboard') as Record<string, (...args: unknown[]) => unknown>; // exposed by the preload
      bridge['startFileDrag']?.({ kind: 'recording', id: `${folderPath}/settings.json` });
      bridge['startFileDrag']?.({ kind: 'invoice', id: invoiceId });
      bridge['startFileDrag']?.({ kind: 'file', id: folderPath });
      bridge['startFileDrag']?.(null);
      return bridge['showBackup']?.(''); // is answered after them
    },
    [dataDir, invoice?.invoice_id] as const,
  );
  await client(appRoutes.changeRole, { json: { role: 'admin' } });
  await drag(page.getByTitle('Drag the recording to another application'), 4);
  await page.getByRole('link', { name: 'Billing', exact: true }).click();
  await page.getByRole('table', { name: 'Invoices' }).getByRole('button', { name: 'INV-0001' }).click();
});

test('a download that the service refuses shows the reason, and saves and opens nothing', async () => {
  const { app, page } = desktop;
  const saved = await app.evaluateHandle(({ session, shell }) => {
    const names: string[] = [];
    session.defaultSession.on('will-download', (_event, item) => names.push(item.getFilename()));
    const openPath = (path: string) => Promise.resolve(String(names.push(path)));
    Object.assign(shell, { openPath });
    return names;
  });
  const expectMessage = async (title: string, reason: string) => {
    const alert = page.getByRole('alert').filter({ hasText: title });
    await expect(alert).toContainText(reason);
    await page.locator('[data-toast]').filter({ hasText: title }).locator('[aria-label="Dismiss"]').click();
  };
  deleteInvoice(dataDir, 'INV-0001');
  const invoice = page.getByRole('region', { name: 'Invoice INV-0001' });
  await invoice.getByRole('button', { name: 'Open PDF' }).click();
  await expectMessage('INV-0001 was not opened', 'This invoice does not exist.');
  await invoice.getByRole('button', { name: 'Save PDF' }).click();
  await expectMessage('INV-0001 was not saved', 'This invoice does not exist.');
  await openKnowledge(page);
  const knowledge = createKnowledgePage(page);
  await knowledge.rowOf('lantern-orders').getByRole('button').click();
  const panel = knowledge.panel('lantern-orders');
  await panel.getByRole('tab', { name: 'Original' }).click();
  const sha256 = await panel.locator('code').first().innerText();
  const [file = ''] = globSync(`${dataDir}/workspaces/*/files/${sha256}`);
  await rm(file);
  await panel.getByRole('button', { name: 'Download original' }).click();
  await expectMessage('“lantern-orders.pdf” was not downloaded', 'The original file is missing');
  expect(await saved.jsonValue()).toEqual([]);
});

test('backs up the workspace, and restores the backup with which the application is started again', async () => {
  const { page } = desktop;
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Back up now…' }).click();
  await page.getByRole('button', { name: 'Back up now', exact: true }).click();
  const done = page.getByRole('dialog', { name: 'was backed up' });
  await expect(done).toContainText('Verified');
  await done.press('Escape');
  const [path = ''] = globSync(`${dataDir}/backups/*${backupExtension}`);
  expect(await startSecondInstance(dataDir, path), 'the second start gives the file to the first, and ends').toBe(0);
  await expect(restoreDialog()).toContainText('WorkspaceNorthwind Broadband');
  await restoreDialog().getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Notifications', exact: true })).toContainText('was restored');
  const restored = page.getByRole('button', { name: /^Workspace: Northwind Broadband \(restored/ });
  await createCallPage(page).open(callId ?? '');
  await expect(page.getByRole('region', { name: 'Conversation' }).getByRole('listitem')).not.toHaveCount(0);
  await restored.click();
  await page.getByRole('menuitemradio', { name: /^Northwind Broadband(?! \(restored)/ }).click();
  await expect(page.getByRole('button', { name: 'Workspace: Northwind Broadband', exact: true })).toBeVisible();
});

test('reads no message of another frame or of a frame that is gone', async () => {
  const read = await desktop.app.evaluate(({ ipcMain }) => {
    const foreign = [
      null,
      { isDestroyed: () => true },
      { isDestroyed: () => false, parent: null, url: 'https://a.example/' },
    ];
    const contents: string[] = [];
    const channels = ipcMain.eventNames().map(String);
    for (const channel of channels)
      for (const senderFrame of foreign) {
        const seeContent = () => {
          contents.push(channel);
          return undefined;
        };
        const message = new Proxy([], {
          get: seeContent,
          has: seeContent as () => never,
          ownKeys: seeContent as () => never,
        });
        ipcMain.emit(channel, { senderFrame }, message);
      }
    return { channels, contents };
  });
  expect(read.channels.length).toBeGreaterThan(4);
  expect(read.contents).toEqual([]);
});

test('ignores malformed messages', async () => {
  const errors = await desktop.app.evaluate(({ ipcMain }) => {
    const senderFrame = { isDestroyed: () => false, parent: null, url: 'app://switchboard/' };
    const messages = [
      undefined,
      null,
      'link',
      1,
      { length: 1 },
      { kind: 'recording' },
      { sending: -1, undecided: 'x' },
    ];
    return ipcMain.eventNames().flatMap((channel) =>
      messages.flatMap((message) => {
        try {
          ipcMain.emit(channel, { senderFrame, sender: { isDestroyed: () => true, send: () => {} } }, message);
          return [];
        } catch (error) {
          return [`${String(channel)}: ${String(error)}`];
        }
      }),
    );
  });
  expect(errors).toEqual([]);
});

test('refuses every call of a frame that is not the page of the window', async () => {
  const answers = await desktop.app.evaluate(async ({ ipcMain }) => {
    const handlers = Reflect.get(ipcMain, '_invokeHandlers') as Map<string, (event: object) => unknown>;
    const senderFrame = { isDestroyed: () => false, parent: null, url: 'https://a.example/' };
    const call = async (handle: (event: object) => unknown) => handle({ senderFrame });
    const results = await Promise.all(
      [...handlers].map(async ([channel, handle]) => [channel, await call(handle).catch(String)]),
    );
    return Object.fromEntries(results) as Record<string, unknown>;
  });
  const { 'can-use-touch-id': canUse, 'unlock-with-touch-id': unlocks, ...others } = answers;
  expect([canUse, unlocks]).toEqual([false, false]);
  expect(Object.keys(others).length).toBeGreaterThan(7);
  for (const [channel, answer] of Object.entries(others))
    expect(answer, channel).toBe('Error: Only the top frame of the window can call this.');
});

test('offers copy for selected text, and cut, copy and paste in a field', async () => {
  const { app, page } = desktop;
  await app.evaluate(({ Menu }) => {
    const menus: string[][] = [];
    const { buildFromTemplate } = Menu;
    Object.assign(globalThis, { menus, restoreMenu: () => Object.assign(Menu, { buildFromTemplate }) });
    Object.assign(Menu, {
      buildFromTemplate: (items: { role?: string }[]) => ({
        popup: () => menus.push(items.map(({ role }) => role ?? '')),
      }),
    });
  });
  await openKnowledge(page);
  const heading = page.getByRole('heading', { level: 1 });
  await heading.click({ button: 'right' });
  // A row shows a menu of its own, also if its text is selected.
  const row = page.getByRole('table', { name: 'Documents' }).getByRole('rowheader').first();
  await row.selectText();
  await row.click({ button: 'right' });
  await expect(page.getByRole('menu', { name: 'Actions' })).toBeVisible();
  await page.keyboard.press('Escape');
  const field = page.getByRole('searchbox').or(page.getByRole('textbox')).first();
  await field.fill('lantern');
  await field.click({ button: 'right' });
  const menus = () => app.evaluate(() => Reflect.get(globalThis, 'menus') as unknown);
  await expect.poll(menus).toEqual([['cut', 'copy', 'paste', 'selectAll']]);
  await app.evaluate(() => (Reflect.get(globalThis, 'restoreMenu') as () => void)());
});

test('marks words that are not in the dictionary, suggests others, and adds words to it', async () => {
  test.skip(process.platform === 'darwin', 'macOS checks the spelling itself.');
  const { app, page } = desktop;
  await app.evaluate(({ Menu }) => {
    const { buildFromTemplate } = Menu;
    type Item = { readonly label?: string; readonly click?: () => void };
    let shown: readonly Item[] = [];
    const choose = (label: string) => shown.find((item) => item.label === label)?.click?.();
    const readLabels = () => shown.map(({ label }) => label).filter(Boolean);
    Object.assign(globalThis, { choose, readLabels, restoreMenu: () => Object.assign(Menu, { buildFromTemplate }) });
    Object.assign(Menu, { buildFromTemplate: (items: readonly Item[]) => ({ popup: () => (shown = items) }) });
  });
  await createCallPage(page).open(callId ?? '');
  await page.getByRole('tab', { name: /^Notes/ }).click();
  const note = page.getByRole('textbox', { name: /^Note at/ });
  const readMenu = async () => {
    await note.click({ button: 'right', position: { x: 20, y: 16 } });
    return app.evaluate(() => (Reflect.get(globalThis, 'readLabels') as () => string[])());
  };
  const choose = (label: string) =>
    app.evaluate((_electron, item) => (Reflect.get(globalThis, 'choose') as (name: string) => void)(item), label);
  await note.click();
  await page.keyboard.type('Tommorow at 4 I call again. ');
  await expect.poll(readMenu).toEqual(['Tomorrow', expect.any(String), 'Add to dictionary']);
  await choose('Tomorrow');
  await expect(note).toHaveValue('Tomorrow at 4 I call again. ');
  await note.fill('');
  await page.keyboard.type('Zbqxquivt called. ');
  await expect.poll(readMenu).toEqual(['No suggestions', 'Add to dictionary']);
  await choose('Add to dictionary');
  await note.fill('');
  await page.keyboard.type('Zbqxquivt called a custmer. ');
  await expect.poll(readMenu).toEqual([]);
  await note.fill('');
  const dictionaries = join(dataDir, 'chromium', 'Dictionaries');
  expect(readdirSync(dictionaries), 'the one that ships').toEqual(['en-US-10-1.bdic']);
  await app.evaluate(() => (Reflect.get(globalThis, 'restoreMenu') as () => void)());
});

test('while a call is in progress, closing hides the window and quitting asks, also after quitting was canceled', async () => {
  const { app, page } = desktop;
  const send = (url: string, init: RequestInit) => fetchInPage(page, url, init);
  const [v1, windowApi] = [createClient(routeTreePaths.v1, send), createClient(routeTreePaths.app, send)];
  const { data } = await v1(v1Routes.listAgents, {});
  const json = { agent_id: data[0]?.agent_id ?? '', recipient_number: '+14155550100', mode: 'practice' } as const;
  const { call_id } = await windowApi(appRoutes.placeSimulatedCall, { json });
  const seen = await app.evaluate(({ app: running, BrowserWindow, dialog, powerSaveBlocker }) => {
    const questions: unknown[] = [];
    const showMessageBoxSync = (...args: { message?: string }[]) => {
      questions.push(args.at(-1)?.message);
      return questions.length === 1 ? 1 : 0; // Quit, then Cancel
    };
    Object.assign(dialog, { showMessageBoxSync });
    const [first] = BrowserWindow.getAllWindows();
    // A quit that the second question cancels. Emitted, because no upload is running.
    const event = { defaultPrevented: false, preventDefault: () => {} };
    running.emit('before-quit', event);
    first?.webContents.emit('will-prevent-unload', event);
    first?.close();
    const isHidden = !first?.isDestroyed() && !first?.isVisible();
    running.quit();
    running.emit('second-instance', {}, ['switchboard']);
    return { isHidden, questions, isShown: first?.isVisible(), isAwake: powerSaveBlocker.isStarted(0) };
  });
  expect(seen).toMatchObject({
    isHidden: true,
    questions: ['End 1 call and quit?', 'Stop uploads?', 'End 1 call and quit?'],
    isShown: true,
  });
  await v1(v1Routes.cancelCall, { params: { call_id } });
});

test('a secret is in one response only, and not in the memory of the page once its dialog is closed', async () => {
  const { app, page } = desktop;
  const keys = createKeysPage(page);
  const passphrase = 'marked brass lantern of the passphrase';
  const readMessages = await recordMessages(desktop);
  const responses: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.headers()['content-type']?.includes('json')) responses.push(response.text().catch(() => '')); // a request that the page has canceled
  });
  const signingSecret = await recordSigningSecret(desktop, () => fetchInPage(page, `/v1/calls/${callId}`, {}));

  await page.getByRole('link', { name: /keys$/i }).click();
  await keys.createButton.click();
  await keys.name.fill('Marked key');
  await keys.submit.click();
  const secret = await keys.secretDialog('Marked key').getByLabel('API key', { exact: true }).innerText();
  await keys.done.click();
  await expect(keys.secretDialog('Marked key')).toHaveCount(0);
  const heap = await readHeap(desktop);
  expect([heap.includes('Marked key'), heap.includes(secret)], 'in memory while the view stays open').toEqual([
    true,
    false,
  ]);

  const remoteKey = 'sb_live_marked_key_of_a_remote';
  await app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('connect-workspace')?.click());
  await page.getByRole('dialog').getByLabel('API key', { exact: true }).fill(remoteKey);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('radiogroup', { name: 'Back up automatically' }).getByText('Daily').click();
  await page.getByRole('button', { name: 'Set passphrase…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Encrypt automatic backups' });
  await dialog.getByRole('textbox', { name: 'Passphrase', exact: true }).fill(passphrase);
  await dialog.getByRole('textbox', { name: 'Repeat passphrase' }).fill(passphrase);
  await dialog.getByRole('button', { name: 'Encrypt' }).click();
  await expect(page.getByRole('button', { name: 'Change passphrase…' })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  secrets = [secret, passphrase, remoteKey, ...signingSecret];

  await page.evaluate(() => {
    const bridge = Reflect.get(globalThis, 'switchboard') as { getOpenAtLogin: () => unknown }; // exposed by the preload
    return bridge.getOpenAtLogin();
  });
  const messages = await readMessages();
  expect(messages).toContain('get-open-at-login');
  expect(
    secrets.filter((text) => messages.includes(text)),
    'in messages',
  ).toEqual([]);
  const bodies = await Promise.all(responses);
  expect(secrets.map((text) => bodies.filter((body) => body.includes(text)).length)).toEqual([1, 0, 0, 0, 0, 0]);
  const snapshot = join(folder.path, 'page.heapsnapshot');
  await page.evaluate(() => Object.assign(globalThis, { control: 'a text that the page keeps' }));
  await app.evaluate(
    ({ BrowserWindow }, path) => BrowserWindow.getAllWindows()[0]?.webContents.takeHeapSnapshot(path),
    snapshot,
  );
  const memory = await readFile(snapshot);
  expect(memory.includes('a text that the page keeps')).toBe(true);
  expect(
    secrets.filter((text) => memory.includes(text)),
    'in memory',
  ).toEqual([]);
});

test('a locked window has no data in its memory, and returns to its view', async () => {
  const { app, page } = desktop;
  const [saved, unsaved] = ['Zbigniew Marlowe wants a lantern', 'Ask Ottoline Ferris'];
  await page.getByRole('link', { name: 'Settings' }).click();
  const tryAgain = page.getByRole('region', { name: 'Security' }).getByRole('button', { name: 'Try again' });
  await expect(tryAgain).toBeVisible();
  await useMemoryKeychain(app);
  await tryAgain.click();
  await page.getByRole('button', { name: 'Set up lock…' }).click();
  await page.getByLabel('Passphrase', { exact: true }).fill(lockPassphrase);
  await page.getByLabel('Repeat passphrase').fill(lockPassphrase);
  await page.getByRole('dialog').getByRole('button', { name: 'Set up lock' }).click();
  await expect(page.getByRole('button', { name: 'Lock now' })).toBeVisible();
  await createCallPage(page).open(callId ?? '');
  await page.getByRole('tab', { name: /^Notes/ }).click();
  const note = page.getByRole('textbox', { name: /^Note at/ });
  await note.fill(saved);
  await note.press('Enter');
  await expect(page.getByRole('list', { name: 'Notes' })).toContainText(saved);
  await note.fill(unsaved);
  const address = page.url();
  const before = await readHeap(desktop);
  expect([saved, unsaved, lockPassphrase].map((text) => before.includes(text))).toEqual([true, true, false]);

  await page.keyboard.press('Control+Shift+L');
  const field = page.getByLabel('Passphrase');
  await expect(field).toBeFocused();
  await page.waitForURL('app://switchboard/');
  await expect(field).toBeFocused();
  const after = await readHeap(desktop);
  expect(after.length, 'the page has loaded').toBeGreaterThan(100_000);
  expect([saved, unsaved, 'Marlowe', 'Ottoline', callId ?? ''].filter((text) => after.includes(text))).toEqual([]);
  const canRun = () =>
    app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('go-to-settings')?.enabled);
  expect(await canRun(), 'the native menu offers no command').toBe(false);
  const refused = await page.evaluate(async () => {
    const bridge = Reflect.get(globalThis, 'switchboard') as { revealDataFolder: () => Promise<unknown> };
    const paths = ['/app/session', '/v1/agents', '/app/events', '/audio/call_1.mp3'];
    const statuses = await Promise.all(paths.map(async (path) => (await fetch(path)).status));
    const entries = Reflect.get(globalThis, 'navigation') as { entries: () => readonly { url: string }[] };
    return {
      statuses,
      addresses: entries.entries().map(({ url }) => url),
      storage: Object.keys(sessionStorage).toSorted(),
      folder: await bridge.revealDataFolder().catch(String),
    };
  });
  expect(refused).toMatchObject({
    statuses: [423, 423, 423, 423],
    addresses: ['app://switchboard/'],
    storage: ['switchboard.kept-page', 'switchboard.kept-page-version'],
    folder: expect.stringContaining('The window is locked.'),
  });

  await app.evaluate(({ app: running }) =>
    running.emit('second-instance', {}, ['switchboard', 'switchboard://team'], '/'),
  );
  await field.fill('wrong');
  await field.press('Enter');
  await expect(page.getByText('This passphrase is wrong.')).toBeVisible();
  await expect(page.getByText('Try again in')).toHaveCount(0);
  await field.fill(lockPassphrase);
  await field.press('Enter');
  await expect(page.getByRole('heading', { name: 'Team', level: 1 }), 'the link waited').toBeVisible();
  expect(await canRun()).toBe(true);
  await page.goBack();
  expect(page.url()).toBe(address);
  await page.getByRole('tab', { name: /^Notes/ }).click();
  await expect(page.getByRole('list', { name: 'Notes' })).toContainText(saved);
  await expect(note).toHaveValue(unsaved);
  expect((await readHeap(desktop)).includes(lockPassphrase), 'after it was entered').toBe(false);
});

test('locks when the computer sleeps, and Touch ID unlocks it where Electron offers it', async () => {
  const { app, page } = desktop;
  await page.getByRole('link', { name: 'Billing', exact: true }).click();
  await app.evaluate(({ powerMonitor, systemPreferences }) => {
    Object.assign(systemPreferences, { canPromptTouchID: () => true, promptTouchID: () => Promise.resolve() });
    powerMonitor.emit('suspend');
  });
  await page.waitForURL('app://switchboard/');
  await page.getByRole('button', { name: 'Use Touch ID' }).click();
  await expect(page.getByRole('heading', { name: 'Billing', level: 1 })).toBeVisible();
  let reports = 0;
  page.on('request', (request) => (reports += request.url().endsWith('/app/window-lock/input') ? 1 : 0));
  const moveAndCount = async () => {
    await page.mouse.move(200 + Math.random() * 100, 200);
    return reports;
  };
  await expect.poll(moveAndCount, 'the input is reported once the page knows of the lock').toBeGreaterThan(0);
});

test('loads the page again at its address, with unsent text, after its process has ended', async () => {
  const { app, page } = desktop;
  const unsent = 'Ask for the second meter';
  await createCallPage(page).open(callId ?? '');
  await page.getByRole('tab', { name: /^Notes/ }).click();
  const kept = page.waitForResponse((response) => response.url().endsWith('/app/window-lock/pages'));
  await page.getByRole('textbox', { name: /^Note at/ }).fill(unsent);
  await kept;
  await page.getByRole('link', { name: 'Team' }).click();
  await expect(page.getByRole('heading', { name: 'Team', level: 1 })).toBeVisible();
  // The page of Playwright ends with its process.
  const seen = await app.evaluate(async ({ BrowserWindow }, call) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    const hasLoaded = new Promise<void>((resolve) => contents?.once('did-finish-load', () => resolve()));
    contents?.forcefullyCrashRenderer();
    await hasLoaded;
    return contents?.executeJavaScript(`(async () => {
      const waitFor = async (read) => {
        for (;;) {
          const found = read();
          if (found) return found;
          await new Promise(requestAnimationFrame);
        }
      };
      const title = await waitFor(() => document.querySelector('h1')?.textContent);
      location.hash = '#/calls/${call}';
      const findTab = () => [...document.querySelectorAll('[role="tab"]')].find((tab) => tab.textContent.startsWith('Notes'));
      (await waitFor(findTab)).click();
      return [title, await waitFor(() => document.querySelector('textarea')?.value)];
    })()`);
  }, callId);
  expect(seen).toEqual(['Team', unsent]);
  expect(globSync(`${dataDir}/**/*.dmp`), 'dumps contain the memory of the page').toEqual([]);
});

test('offers to load a page that does not respond again', async () => {
  const { questions, title } = await desktop.app.evaluate(async ({ BrowserWindow, dialog }) => {
    const asked: unknown[] = [];
    Object.assign(dialog, {
      showMessageBox: (_window: object, options: { readonly message: string; readonly buttons: readonly string[] }) => {
        asked.push(options.message);
        return Promise.resolve({ response: options.buttons.indexOf('Reload'), checkboxChecked: false });
      },
    });
    const [window] = BrowserWindow.getAllWindows();
    const hasLoaded = new Promise<void>((resolve) => window?.webContents.once('did-finish-load', () => resolve()));
    window?.emit('unresponsive'); // Chromium says so after half a minute
    await hasLoaded;
    const read: unknown = await window?.webContents.executeJavaScript(`new Promise((resolve) => {
      const read = () => document.querySelector('h1')?.textContent;
      const check = () => (read() ? resolve(read()) : requestAnimationFrame(check));
      check();
    })`);
    return { questions: asked, title: read };
  });
  expect(questions).toEqual(['The window does not respond']);
  expect(title).toMatch(/^Call/);
});

// After the tests with clicks, for which Playwright would wait for the blocked navigation.
test('blocks navigation and new windows', async () => {
  const after = await desktop.app.evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    const navigation = new Promise<boolean>((resolve) => {
      contents?.once('will-frame-navigate', (event) => setImmediate(() => resolve(event.defaultPrevented)));
    });
    await contents?.executeJavaScript("open('https://example.org/'); location.href = 'https://example.org/'; 0");
    const isPrevented = await navigation;
    return { isPrevented, address: contents?.getURL(), windows: BrowserWindow.getAllWindows().length };
  });
  expect(after).toMatchObject({ isPrevented: true, windows: 1 });
  expect(after.address).toMatch(/^app:\/\/switchboard\//);
});

test('removes the copies of files that an earlier run opened', async () => {
  expect(existsSync(join(privateCopies(), 'copy-1'))).toBe(false);
  await mkdir(join(privateCopies(), 'copy-2'), { recursive: true });
});

test('requested nothing from the network', async () => {
  expect(proxy.requested).toEqual([]);
  // The proxy is in use.
  const read = (url: string) => desktop.app.evaluate(({ net }, address) => net.fetch(address).catch(String), url);
  await read('https://a.example/');
  expect(proxy.requested).toEqual(['a.example:443']);
});

test('the end of the session saves the size of the window, removes copies of files, closes the database and asks nothing', async () => {
  const { app } = desktop;
  const exit = once(app.process(), 'exit');
  let errors = '';
  app.process().stderr?.on('data', (text: Buffer) => (errors += String(text)));
  await app.evaluate(async ({ BrowserWindow, dialog }) => {
    Object.assign(dialog, { showMessageBoxSync: () => 0 }); // Cancel
    const [window] = BrowserWindow.getAllWindows();
    window?.setSize(1000, 700);
    // As during an upload. The second argument counts as a click in the page.
    const preventUnload = `addEventListener('beforeunload', (event) => event.preventDefault()); 0`;
    await window?.webContents.executeJavaScript(preventUnload, true);
    setImmediate(() => window?.emit('session-end'));
  });
  expect(await exit, errors).toEqual([0, null]);
  expect(existsSync(privateCopies())).toBe(false);
  const settings = new Conf<Record<string, unknown>>({ cwd: dataDir, configName: 'settings' });
  expect(settings.get('window')).toMatchObject({ width: 1000, height: 700, isMaximized: false });
  expect(settings.get('version')).toBe(settingsVersion);
  const database = join(dataDir, 'workspaces', String(settings.get('currentWorkspace')), 'workspace.db');
  expect([existsSync(database), existsSync(`${database}-wal`)]).toEqual([true, false]);
  expect(findFilesWith(dataDir, ['Marked key'])).toContain(database);
  expect(findFilesWith(dataDir, secrets), 'secrets in the data folder').toEqual([]);
});
