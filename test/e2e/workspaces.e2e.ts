import { expect, test } from '@playwright/test';
import { routeTreePaths, v1Routes } from '../../shared/contract/contract.ts';
import { readOnlyReason } from '../../shared/workspaces/workspaces.ts';
import { ferryFares, writeSample } from '../fixtures/sample-files.ts';
import { createCallsPage } from '../helpers/pages/calls-page.ts';
import { expectNoViolations } from '../helpers/browser/expect-no-violations.ts';
import { fetchAsWindow } from '../helpers/service/fetch-as-window.ts';
import { findUnreachableControls } from '../helpers/browser/find-unreachable-controls.ts';
import { holdRequests } from '../helpers/remote/hold-requests.ts';
import {
  createKnowledgePage,
  createWorkspaceOnFirstRun,
  openDemoOnFirstRun,
  openKnowledge,
} from '../helpers/pages/knowledge-page.ts';
import { openInBrowser } from '../helpers/browser/open-window.ts';
import { startHost } from '../helpers/service/start-host.ts';
import { prepareDamagedDemo } from '../helpers/data/prepare-damaged-demo.ts';
import { waitForView } from '../helpers/browser/wait-for-view.ts';

const demoName = 'Northwind Broadband';

test('creates, reloads, renames, switches and removes workspaces', async ({ browser }) => {
  const window = await openInBrowser(browser);
  const { page } = window;
  const menu = (name: string) => page.getByRole('button', { name: `Workspace: ${name}` });
  await openDemoOnFirstRun(page);
  await expect(createKnowledgePage(page).table.getByRole('row')).toHaveCount(10);

  await menu(demoName).click();
  await page.getByRole('menuitem', { name: 'New workspace…' }).click();
  const createDialog = page.getByRole('dialog', { name: 'New workspace' });
  await createDialog.getByRole('button', { name: 'Create workspace' }).click();
  await expect(createDialog.getByRole('textbox', { name: 'Organization name' })).toHaveAttribute(
    'aria-invalid',
    'true',
  );
  await createDialog.getByRole('textbox', { name: 'Organization name' }).fill('Harbour Office');
  await createDialog.getByRole('button', { name: 'Create workspace' }).click();
  await expect(menu('Harbour Office')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Get started' })).toBeVisible();
  await expect(page.getByRole('note', { name: 'Demo workspace' })).toHaveCount(0);
  await page.reload();

  await menu('Harbour Office').click();
  await page.getByRole('menuitem', { name: 'Rename…' }).click();
  await page
    .getByRole('dialog', { name: 'Rename workspace' })
    .getByRole('textbox', { name: 'Name' })
    .fill('Skerry Harbour');
  await page.keyboard.press('Enter');
  await expect(menu('Skerry Harbour')).toBeVisible();

  await menu('Skerry Harbour').click();
  await page.getByRole('menuitemradio', { name: demoName }).click();
  await expect(page.getByRole('note', { name: 'Demo workspace' })).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Open Skerry Harbour' }).click();
  await expect(menu('Skerry Harbour')).toBeVisible();

  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Remove Skerry Harbour' }).click();
  const removal = page.getByRole('alertdialog', { name: 'Remove workspace' });
  await expect(removal).toContainText('Without a backup file, you can’t undo this.');
  await removal.getByRole('textbox').fill('Skerry');
  await page.keyboard.press('Enter');
  await expect(removal, 'a part of the name is not sufficient').toBeVisible();
  await removal.getByRole('textbox').fill('Skerry Harbour');
  await removal.getByRole('button', { name: 'Remove workspace' }).click();
  await expect(removal).toBeHidden();
  await expect(page.locator('[data-toast]').first()).toContainText('“Skerry Harbour” was removed');
  await expect(menu('Skerry Harbour')).toHaveCount(0);
  await window.close();
});

test('names a damaged workspace at the start, opens it read-only, and restores a snapshot', async ({ browser }) => {
  let readErrors = () => '';
  const window = await openInBrowser(browser, { colorScheme: 'light' }, prepareDamagedDemo, async (dataDir) => {
    const host = await startHost(dataDir);
    readErrors = host.errors;
    return host;
  });
  const { page } = window;
  const list = page.getByRole('region', { name: 'Workspaces' });
  const banner = page.getByRole('note', { name: 'Read-only workspace' });
  const recovery = page.getByRole('dialog', { name: `Recover “${demoName}”` });
  const check = async (label: string) => {
    await expectNoViolations(page, label);
    await page.setViewportSize({ width: 640, height: 400 });
    await expect.poll(() => findUnreachableControls(page.locator('html')), label).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
  };
  const damaged = list.getByRole('listitem', { name: demoName });
  await expect(damaged).toContainText('Its database is damaged');
  await check('list of workspaces');
  const download = page.waitForEvent('download');
  await damaged.getByRole('button', { name: 'Export what can be read' }).click();
  expect((await download).suggestedFilename()).toBe(`${demoName}.zip`);

  await list.getByRole('listitem', { name: 'Harbour Office' }).getByRole('button').click();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: `Open read-only: ${demoName}` }).click();
  await expect(banner).toBeVisible();
  await waitForView(page, 'Overview');
  await expect(page.getByText('Some Agents data could not be loaded')).toBeVisible();
  const placeCall = page.getByRole('button', { name: 'Place a call' });
  await expect(placeCall).toHaveAttribute('aria-disabled', 'true');
  await expect(placeCall).toHaveAccessibleDescription(readOnlyReason);
  await check('read-only workspace');
  await page.getByRole('link', { name: 'Agents', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('Part of the database of this workspace is damaged');

  await page.reload();
  await banner.getByRole('button', { name: 'Recover…' }).click();
  await expect(recovery.getByRole('list', { name: 'Snapshots' })).toBeVisible();
  await check('recovery');
  await recovery.getByRole('button', { name: /^Restore the snapshot/ }).click();
  await page
    .getByRole('alertdialog', { name: 'Restore snapshot' })
    .getByRole('button', { name: 'Restore snapshot' })
    .click();
  await expect(page.locator('[data-toast]').first()).toContainText(`“${demoName}” was restored`);
  await expect(banner).toHaveCount(0);
  await expect(placeCall).not.toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('link', { name: 'Agents', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Requests' }).getByRole('row')).not.toHaveCount(0);
  expect(readErrors()).toContain('could not open the last workspace');
  await window.close();
});

test('a window follows another one that opens another workspace, and adds nothing to it', async ({ browser }) => {
  const window = await openInBrowser(browser);
  await createWorkspaceOnFirstRun(window.page, 'First');
  const other = await window.page.context().newPage();
  await other.goto(new URL('/', window.page.url()).href);
  await fetchAsWindow(window.page, '/app/settings', { method: 'PATCH', json: { theme: 'dark' } });
  await expect(other.locator('html'), 'a setting changes in all windows').toHaveAttribute('data-theme', 'dark');
  await openKnowledge(other);
  const uploads = await holdRequests(other, 'POST', `**${routeTreePaths.v1}${v1Routes.uploadDocument.path}`);
  await createKnowledgePage(other).fileInput.setInputFiles(
    [1, 2].map((number) => ({
      name: `rota-${number}.txt`,
      mimeType: 'text/plain',
      buffer: Buffer.from(`Rota ${number}: Agnes trims the lamp.`),
    })),
  );
  await uploads.waitForRequest();
  await fetchAsWindow(window.page, '/app/workspaces', { json: { kind: 'local', name: 'Second' } });
  await expect(other.getByRole('button', { name: 'Workspace: Second' })).toBeVisible();
  const notifications = other.getByRole('region', { name: 'Notifications', exact: true });
  await expect(notifications).toContainText('Another window has opened another workspace');
  await expect(notifications).toContainText('2 files were not added to the previous workspace.');
  uploads.release();
  await openKnowledge(other);
  await expect(other.getByText('No documents yet')).toBeVisible();
  await createKnowledgePage(other).fileInput.setInputFiles([await writeSample(window.folder, 'fares.txt', ferryFares)]);
  await expect(createKnowledgePage(other).rowOf('fares')).toBeVisible();
  expect((await fetchAsWindow<{ data: object[] }>(other, '/v1/knowledge/documents')).data).toHaveLength(1);

  // A form that was kept for the page belongs to the workspace in which it was filled in.
  const calls = createCallsPage(other);
  const { origin } = new URL(other.url());
  await calls.open();
  await calls.openPanel();
  await calls.number.fill('+1 206 555 0142');
  await other.goto('about:blank');
  await other.goto(origin);
  await calls.open();
  await expect(calls.number, 'kept as soon as the page ends').toHaveValue('+1 206 555 0142');
  await other.goto('about:blank');
  await fetchAsWindow(window.page, '/app/workspaces', { json: { kind: 'local', name: 'Third' } });
  await other.goto(origin);
  await expect(notifications).toContainText('Another window has opened another workspace');
  await calls.open();
  await calls.openPanel();
  await expect(calls.number).toHaveValue('');
  await window.close();
});
