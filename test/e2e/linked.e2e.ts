import { expect, test, type Locator, type Page } from '@playwright/test';
import { demoDocuments } from '../../electron/service/workspaces/demo/demo-organization.ts';
import { copyDemoFolder } from '../helpers/data/demo-folder.ts';
import { expectNoViolations } from '../helpers/browser/expect-no-violations.ts';
import { findUnreachableControls } from '../helpers/browser/find-unreachable-controls.ts';
import { createCallsPage } from '../helpers/pages/calls-page.ts';
import { createKnowledgePage, openKnowledge } from '../helpers/pages/knowledge-page.ts';
import { openInBrowser, type OpenWindow } from '../helpers/browser/open-window.ts';
import { startServe } from '../helpers/service/start-host.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';

const dialogName = 'Connect to a remote service';

/** Page model of the dialog that connects to a remote service. */
function createConnectPage(page: Page) {
  const dialog = page.getByRole('dialog', { name: dialogName });
  const result = dialog.getByRole('region', { name: 'Connection check' });
  return {
    dialog,
    field: (name: string) => dialog.getByRole('textbox', { name }),
    apiKey: dialog.getByLabel('API key', { exact: true }),
    button: (name: string) => dialog.getByRole('button', { name, exact: true }),
    result,
    steps: result.getByRole('list', { name: 'Steps' }).getByRole('listitem'),
    permission: (operation: string) => result.getByRole('row', { name: operation }).getByRole('cell'),
  };
}

test.describe.serial('a workspace that is linked to a second service', () => {
  let remote: Awaited<ReturnType<typeof startServe>>;
  let remoteFolder: TemporaryFolder;
  let window: OpenWindow;
  /** Checks that each control can also be reached at a zoom of 200%. */
  const check = async (label: string) => {
    const { page } = window;
    await expectNoViolations(page, label);
    await page.setViewportSize({ width: 640, height: 400 });
    await expect.poll(() => findUnreachableControls(page.locator('html')), label).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
  };

  test.beforeAll(async ({ browser }) => {
    remoteFolder = await createTemporaryFolder();
    copyDemoFolder(remoteFolder.path);
    remote = await startServe(remoteFolder.path, '--demo');
    window = await openInBrowser(browser, { colorScheme: 'light' });
  });
  test.afterAll(async () => {
    await window.close();
    await remote.stop();
    await remoteFolder.remove();
  });

  test('is created from the first run, after a check of the connection', async () => {
    const { page } = window;
    const connect = createConnectPage(page);
    await page.getByRole('button', { name: 'Connect to a remote service…' }).press('Enter');
    await expect(connect.field('Base URL')).toBeFocused();
    await check('connecting');
    await page.keyboard.press('Enter');
    await expect(connect.field('Base URL')).toHaveAttribute('aria-invalid', 'true');
    await connect.field('Base URL').fill(remote.line.base_url);
    await expect(connect.field('Workspace name')).toHaveValue('127.0.0.1');
    await connect.field('Organization ID').fill(remote.line.org_id);
    await connect.apiKey.fill('sk_wrong_000000000000');
    await page.keyboard.press('Enter');
    await expect(connect.steps.filter({ hasText: 'API key: Failed' })).toBeVisible();
    await expect(connect.button('Connect')).toHaveCount(0);
    await check('connecting, with a wrong key');

    await connect.apiKey.fill(remote.line.keys?.manager ?? '');
    await expect(connect.result).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(connect.permission('Get usage')).toContainText('Not allowed');
    await connect.apiKey.fill(remote.line.keys?.admin ?? '');
    await connect.button('Check connection').click();
    await expect(connect.result).toContainText('The remote can be used');
    await expect(connect.permission('Upload a document')).toContainText('Allowed');
    await check('connecting, with a checked connection');
    await connect.field('Workspace name').fill('Northwind, linked');
    await connect.button('Connect').click();
    await expect(page.getByRole('button', { name: 'Workspace: Northwind, linked' })).toBeVisible();
    await expect(page.getByRole('main'), 'the dialog is gone').toBeFocused();
  });

  test('shows what the remote has', async () => {
    const { page } = window;
    await openKnowledge(page);
    await expect(createKnowledgePage(page).table.getByRole('row')).toHaveCount(demoDocuments.length + 1);
    await page.getByRole('button', { name: 'Workspace: Northwind, linked' }).click();
    const host = new URL(remote.line.base_url).host;
    await expect(page.getByRole('menuitemradio', { name: 'Northwind, linked' })).toContainText(`Linked · ${host}`);
    await page.keyboard.press('Escape');
  });

  test('has space for the sync status at a zoom of 200%', async () => {
    const { page } = window;
    await page.setViewportSize({ width: 640, height: 400 });
    const calls = createCallsPage(page);
    await calls.open();
    await expect(calls.rows.first()).toBeVisible();
    const readTop = async (control: Locator) => (await control.boundingBox())?.y;
    const placeCall = page.getByRole('button', { name: 'Place a call' });
    expect(await readTop(placeCall), 'one row').toBe(await readTop(calls.search));
    await page.getByRole('button', { name: 'Do-not-call list' }).click();
    const title = page.getByRole('heading', { name: 'Do-not-call list', level: 1 });
    expect(await title.evaluate((text) => text.scrollWidth - text.clientWidth), 'the title is whole').toBe(0);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test('shows and changes its connection in the settings', async () => {
    const { page } = window;
    await page.getByRole('link', { name: 'Settings' }).click();
    const settings = page.getByRole('region', { name: 'Connection' });
    await expect(settings).toContainText(remote.line.base_url);
    await expect(settings).toContainText('Probably the role Admin');
    await check('settings of a linked workspace');
    await settings.getByRole('button', { name: 'Check connection…' }).click();
    const checkDialog = page.getByRole('dialog', { name: 'Check connection' });
    await expect(checkDialog).toContainText('The remote can be used');
    await check('checking a connection');
    await page.keyboard.press('Escape');

    await settings.getByRole('button', { name: 'Replace API key…' }).click();
    const keyDialog = page.getByRole('dialog', { name: 'Replace API key' });
    await keyDialog.getByLabel('API key', { exact: true }).fill(remote.line.keys?.viewer ?? '');
    await page.keyboard.press('Enter');
    await expect(settings).toContainText('Probably the role Viewer');
    await expect(page.getByRole('button', { name: 'Viewing as Viewer' })).toBeVisible();
  });

  test('becomes a local workspace that keeps everything, also with the key of a viewer', async () => {
    const { page } = window;
    const settings = page.getByRole('region', { name: 'Connection' });
    await settings.getByRole('button', { name: 'Unlink…' }).click();
    await check('unlinking');
    await page
      .getByRole('alertdialog', { name: 'Unlink workspace' })
      .getByRole('button', { name: 'Unlink workspace' })
      .click();
    await expect(page.getByText(/^Unlinked from/)).toBeVisible();
    await page.getByRole('link', { name: 'Settings' }).click();
    await expect(settings.getByRole('button', { name: 'Link to a remote service…' })).toBeVisible();
    await expect(settings.getByRole('button', { name: 'Unlink…' })).toHaveCount(0);
    await openKnowledge(page);
    await expect(createKnowledgePage(page).table.getByRole('row')).toHaveCount(demoDocuments.length + 1);
  });
});
