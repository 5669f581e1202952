import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { lastOverviewId, replacedMark } from '../../shared/window/bridge.ts';
import { appRoutes, routeTreePaths } from '../../shared/contract/contract.ts';
import { createClient } from '../../shared/contract/client.ts';
import { copyDemoFolder } from '../helpers/data/demo-folder.ts';
import { fetchInPage } from '../helpers/browser/fetch-in-page.ts';
import { launchDesktop, type Desktop } from '../helpers/desktop/launch-desktop.ts';
import { createTemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { useMemoryKeychain } from '../helpers/service/use-memory-keychain.ts';

/** What another program of the user could write into the file. */
const hostileHtml = `<script>globalThis.script = 1</script><img src="x" onerror="globalThis.script = 1">
  <meta http-equiv="refresh" content="0;url=https://a.example/"><base href="https://a.example/">`;

const countReplacements = ({ page }: Desktop) =>
  page.evaluate((name) => performance.getEntriesByName(name).length, replacedMark);

async function waitForOverview({ page }: Desktop): Promise<void> {
  await expect(page.locator('#root').getByRole('list', { name: 'Latest calls' })).toBeVisible();
  await expect(page.locator(`#${lastOverviewId}`)).toHaveCount(0);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

test('a start shows the overview as it was last until the current one has loaded, unless the window can be locked', async () => {
  const folder = await createTemporaryFolder();
  const dataDir = join(folder.path, 'data');
  copyDemoFolder(dataDir);
  const path = join(dataDir, 'last-overview.html');
  const first = await launchDesktop(dataDir);
  await waitForOverview(first);
  expect(await countReplacements(first)).toBe(0);
  await first.page.reload();
  await waitForOverview(first);
  await expect(first.page.locator('#root input[type="file"]')).toBeAttached();
  await first.page.getByRole('button', { name: 'Hide item' }).first().click();
  await expect(first.page.getByRole('menu')).toBeVisible();
  expect(existsSync(path), 'the application runs').toBe(false);
  await first.app.close();
  const html = readFileSync(path, 'utf8');
  expect(html).toContain('Latest calls');
  expect(html.match(/<input|role="menu"| (?:id|style)="/g)).toBeNull();
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);

  writeFileSync(path, html + hostileHtml);
  const second = await launchDesktop(dataDir);
  await waitForOverview(second);
  expect(await countReplacements(second)).toBe(1);
  expect(await second.page.evaluate(() => [Reflect.get(globalThis, 'script'), document.baseURI])).toEqual([
    undefined,
    'app://switchboard/#/overview',
  ]);
  expect(existsSync(path)).toBe(false);
  await second.page.getByRole('link', { name: 'Calls', exact: true }).click();
  await second.page.getByRole('link', { name: 'Overview' }).click();
  await waitForOverview(second);
  await useMemoryKeychain(second.app);
  const client = createClient(routeTreePaths.app, (url, init) => fetchInPage(second.page, url, init));
  await client(appRoutes.getKeychainStatus, {});
  await client(appRoutes.updateWindowLock, { json: { passphrase: 'seven brass lanterns' } });
  await second.app.close();
  expect(existsSync(path), 'the window opens locked').toBe(false);
  await folder.remove();
});
