import { expect, test } from '@playwright/test';
import { launchDesktop, type Desktop } from '../helpers/launch-desktop.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/temporary-folder.ts';

let folder: TemporaryFolder;
let desktop: Desktop;

test.beforeEach(async () => {
  folder = await createTemporaryFolder();
  desktop = await launchDesktop(folder.path);
});

test.afterEach(async () => {
  await desktop.app.close();
  await folder.remove();
});

test('loads the window from the app scheme with a strict Content-Security-Policy', async () => {
  await expect(desktop.page).toHaveURL(/^app:\/\/switchboard\//);
  await expect(desktop.page.getByRole('heading').first()).toBeVisible();
  const policy = await desktop.page.evaluate(async () => (await fetch('/')).headers.get('content-security-policy'));
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
      'getOpenAtLogin',
      'host',
      'onCommand',
      'onOpenLink',
      'openPdf',
      'platform',
      'revealDataFolder',
      'setOpenAtLogin',
      'systemLocale',
    ],
  });
});

test('blocks navigation and new windows', async () => {
  // Runs in the main process, because Playwright would wait for the blocked navigation.
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

test('sends requests of the window to the service, which returns a problem for an unknown path', async () => {
  const responses = await desktop.page.evaluate(async () => {
    const session = await fetch('/app/session');
    const missing = await fetch('/v1/nothing/here');
    return { session: session.status, missing: missing.status, type: missing.headers.get('content-type') };
  });
  expect(responses).toEqual({ session: 200, missing: 404, type: 'application/problem+json' });
});

test('lists the commands of the window in the native menu', async () => {
  const labels = await desktop.app.evaluate(({ Menu }) => {
    return Menu.getApplicationMenu()?.items.flatMap((item) => item.submenu?.items.map((entry) => entry.label) ?? []);
  });
  expect(labels).toEqual(
    expect.arrayContaining([
      'Add documents…',
      'Search or run a command…',
      'Go to Settings',
      'Increase text size',
      'Keyboard shortcuts',
    ]),
  );
});

test('passes the system locale to the page, and does not support opening at login in an unpackaged application', async () => {
  const expected = await desktop.app.evaluate(({ app }) => app.getSystemLocale());
  const seen = await desktop.page.evaluate(async () => {
    const bridge = Reflect.get(globalThis, 'switchboard') as { systemLocale: string; getOpenAtLogin: () => unknown }; // exposed by the preload
    return { locale: bridge.systemLocale, opens: await bridge.getOpenAtLogin() };
  });
  expect(seen).toEqual({ locale: expected, opens: null });
});
