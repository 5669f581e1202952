import { expect, test, type Page } from '@playwright/test';
import { writeSample } from '../fixtures/sample-files.ts';
import { copyDemoFolder } from '../helpers/data/demo-folder.ts';
import { dropFiles } from '../helpers/browser/drop-files.ts';
import { findFreePort } from '../helpers/processes/find-free-port.ts';
import { createKnowledgePage, openKnowledge } from '../helpers/pages/knowledge-page.ts';
import { startHost } from '../helpers/service/start-host.ts';
import { createTemporaryFolder } from '../helpers/service/temporary-folder.ts';

/** Resolves when the window has loaded the code of every view, which a stopped host cannot deliver. */
async function waitForPreload(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/docked-player-')),
  );
}

test('with the service stopped, one message says so until it is back', async ({ context, page }) => {
  const folder = await createTemporaryFolder();
  const dataDir = `${folder.path}/data`;
  copyDemoFolder(dataDir);
  const port = await findFreePort();
  const host = await startHost(dataDir, { port });
  await page.goto(host.windowUrl);
  const knowledge = createKnowledgePage(page);
  await openKnowledge(page);
  const title = 'Plans and pricing 2026';
  await expect(knowledge.rowOf(title)).toContainText('Active');
  await waitForPreload(page);

  await host.stop();
  const alerts = page.getByRole('alert');
  const message = alerts.filter({ hasText: 'Switchboard has stopped or cannot be reached.' });
  const expectOneMessage = async (step: string) => {
    await expect(message, step).toBeVisible();
    await expect(alerts, step).toHaveCount(1);
    await expect(page.locator('[data-toast]'), step).toHaveCount(0);
    await expect(page.getByText(/could not|not responding|was not/), step).toHaveCount(0);
  };
  await expectOneMessage('in Knowledge');

  await knowledge.rowOf(title).getByRole('button').click();
  await page.getByRole('tab', { name: 'Original' }).click();
  await page.getByRole('button', { name: 'Download original' }).click();
  await page.getByRole('tab', { name: 'Text' }).click();
  await page.getByRole('button', { name: 'Delete document' }).click();
  await knowledge.deleteDialog.getByRole('button', { name: 'Delete document' }).click();
  await expect(knowledge.deleteDialog).toBeHidden();
  await page.keyboard.press('Escape');
  await dropFiles(page, [await writeSample(folder.path, 'lantern_orders.txt', 'Seven brass lanterns were ordered.')]);
  await expect(knowledge.queuedItem('lantern orders')).toBeVisible();
  await knowledge.searchField.fill('How much is a late payment?');
  await knowledge.searchField.press('Enter');
  await expectOneMessage('after actions in Knowledge');

  await page.getByRole('link', { name: 'Calls', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Calls', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Export calls' }).click();
  await page.getByRole('menuitem', { name: 'Export as CSV' }).click();
  await expectOneMessage('in Calls');

  for (const view of ['Team', 'Billing', 'Activity', 'Settings', 'Overview'] as const) {
    await page.getByRole('link', { name: view, exact: true }).click();
    await expect(page.getByRole('heading', { name: view, level: 1 })).toBeVisible();
    await expectOneMessage(`in ${view}`);
  }
  await page.getByRole('link', { name: 'Team', exact: true }).click();

  const restarted = await startHost(dataDir, { port });
  await expect(alerts).toContainText('Switchboard was started again.');
  await expect(page.getByRole('link', { name: 'Skip to content' }), 'is above the window').not.toBeInViewport();
  await expect(alerts).toHaveCount(1);
  const second = await context.newPage();
  await second.goto(restarted.windowUrl);
  await expect(second.getByRole('link', { name: 'Team', exact: true })).toBeVisible();
  await expect(alerts).toHaveCount(0);
  await expect(page.getByRole('table', { name: 'Members' }).getByRole('row').nth(1)).toBeVisible();
  await openKnowledge(page);
  await expect(knowledge.passages.getByRole('listitem').first()).toContainText(/late/i);
  await knowledge.clearSearch();
  await knowledge.waitForActive('lantern orders');
  await expect(knowledge.rowOf(title), 'it was not deleted').toContainText('Active');
  await restarted.stop();
  await folder.remove();
});
