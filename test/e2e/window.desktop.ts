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

test('the window shows the first screen from the app scheme, under a strict policy', async () => {
  await expect(desktop.page).toHaveURL(/^app:\/\/switchboard\//);
  await expect(desktop.page.getByRole('heading').first()).toBeVisible();
  const policy = await desktop.page.evaluate(async () => (await fetch('/')).headers.get('content-security-policy'));
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toContain('unsafe');
});

test('the page sees a handful of functions and nothing of Node', async () => {
  const seen = await desktop.page.evaluate(() => ({
    require: typeof Reflect.get(globalThis, 'require'),
    process: typeof Reflect.get(globalThis, 'process'),
    bridge: Object.keys(Reflect.get(globalThis, 'switchboard') as object).toSorted(), // exposed by the preload
  }));
  expect(seen).toEqual({
    require: 'undefined',
    process: 'undefined',
    bridge: [
      'host',
      'onCommand',
      'onOpenLink',
      'openPdf',
      'opensAtLogin',
      'platform',
      'revealDataFolder',
      'setOpensAtLogin',
      'systemLocale',
    ],
  });
});

test('the page cannot leave, nor open another window', async () => {
  // From the main process: Playwright itself would wait for the navigation that never comes.
  const after = await desktop.app.evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    const asked = new Promise<boolean>((resolve) => {
      contents?.once('will-frame-navigate', (event) => setImmediate(() => resolve(event.defaultPrevented)));
    });
    await contents?.executeJavaScript("open('https://example.org/'); location.href = 'https://example.org/'; 0");
    const isPrevented = await asked;
    return { isPrevented, address: contents?.getURL(), windows: BrowserWindow.getAllWindows().length };
  });
  expect(after).toMatchObject({ isPrevented: true, windows: 1 });
  expect(after.address).toMatch(/^app:\/\/switchboard\//);
});

test('the service answers the window, and a broken address gets a problem', async () => {
  const answers = await desktop.page.evaluate(async () => {
    const session = await fetch('/app/session');
    const missing = await fetch('/v1/nothing/here');
    return { session: session.status, missing: missing.status, type: missing.headers.get('content-type') };
  });
  expect(answers).toEqual({ session: 200, missing: 404, type: 'application/problem+json' });
});

test('the menu carries the commands of the window', async () => {
  const labels = await desktop.app.evaluate(({ Menu }) => {
    return Menu.getApplicationMenu()?.items.flatMap((item) => item.submenu?.items.map((entry) => entry.label) ?? []);
  });
  expect(labels).toEqual(
    expect.arrayContaining(['Add documents…', 'Search or run…', 'Go to Settings', 'Larger text', 'Keyboard shortcuts']),
  );
});

test('the page knows the language of the system’s numbers and dates, and that nothing is opened at login here', async () => {
  const expected = await desktop.app.evaluate(({ app }) => app.getSystemLocale());
  const seen = await desktop.page.evaluate(async () => {
    const bridge = Reflect.get(globalThis, 'switchboard') as { systemLocale: string; opensAtLogin: () => unknown }; // exposed by the preload
    return { locale: bridge.systemLocale, opens: await bridge.opensAtLogin() };
  });
  expect(seen).toEqual({ locale: expected, opens: null });
});
