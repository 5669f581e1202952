import { fileURLToPath } from 'node:url';
import { expect, test, type Page } from '@playwright/test';
import { findHandbook, makeSmallPdf, tooLargeText, writeSample } from '../fixtures/sample-files.ts';
import { createAgentsPage } from '../helpers/agents-page.ts';
import { createCallPage, placeSimulatedCallInPage, runSimulatedCall } from '../helpers/call-page.ts';
import { createCallsPage } from '../helpers/calls-page.ts';
import { dragFiles, dropFiles } from '../helpers/drop-files.ts';
import { waitForDemoDocuments, createKnowledgePage, openKnowledge } from '../helpers/knowledge-page.ts';
import { openDemoInBrowser, openInBrowser } from '../helpers/open-window.ts';
import { createOverviewPage } from '../helpers/overview-page.ts';

const pictures = fileURLToPath(new URL('../pictures/', import.meta.url));

const variants = [
  { name: 'light', colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { name: 'dark', colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  { name: 'small', colorScheme: 'light', viewport: { width: 900, height: 600 } },
] as const;

// Takes the screenshots of the README and of reviews. Skipped by `npm test`.
test.skip(process.env['TAKE_PICTURES'] === undefined, 'requires TAKE_PICTURES=1');

for (const { name, ...options } of variants) {
  test(`takes screenshots, ${name}`, async ({ browser }) => {
    const window = await openDemoInBrowser(browser, { ...options });
    const { page, folder } = window;
    const take = (view: string) => page.screenshot({ path: `${pictures}${view}-${name}.png`, animations: 'disabled' });

    await openKnowledge(page);
    await waitForDemoDocuments(page);
    await page.mouse.move(0, 0);
    await takeAdministration(page, take);
    await takeKnowledge(page, take, folder);
    await takeCalls(page, take);
    await window.close();
  });
}

for (const { name, ...options } of variants) {
  test(`takes a screenshot of the first run, ${name}`, async ({ browser }) => {
    const { page, close } = await openInBrowser(browser, { ...options });
    await expect(page.getByRole('button', { name: 'Try the demo' })).toBeVisible();
    await page.screenshot({ path: `${pictures}first-run-${name}.png`, animations: 'disabled' });
    await close();
  });
}

type Take = (view: string) => Promise<unknown>;

async function takeAdministration(page: Page, take: Take): Promise<void> {
  await createOverviewPage(page).open();
  await expect(page.getByRole('list', { name: 'Latest calls' })).toBeVisible();
  await take('overview');

  const agents = createAgentsPage(page);
  await agents.open();
  await expect(agents.requestRow('Router swaps')).toBeVisible();
  await take('agents');
  await agents.requestRow('Outage notices').getByRole('button').click();
  await expect(agents.panel('Outage notices')).toBeVisible();
  await take('request');
  await page.keyboard.press('Escape');
  await agents.openForm();
  await agents.objective.fill(
    'Remind customers of the visit of a technician tomorrow, and move it where they ask for that.',
  );
  await agents.addIntegration('fax machine');
  await agents.addIntegration('google calendar');
  await agents.submit.click();
  await expect(agents.chip('fax machine')).toContainText('invalid');
  await agents.waitForSavedDraft();
  await take('brief');

  await page.getByRole('link', { name: 'Billing' }).click();
  await expect(page.locator('canvas')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Invoices' })).toBeVisible();
  await take('billing');
  await page.getByRole('table', { name: 'Invoices' }).locator('tr[data-row="1"]').getByRole('button').first().click();
  await expect(page.getByRole('region', { name: /^Invoice / })).toBeVisible();
  await take('invoice');
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Team' }).click();
  await expect(page.getByRole('table', { name: 'Members' })).toBeVisible();
  await take('team');

  await page.getByRole('link', { name: 'API keys' }).click();
  for (const name of ['Customer portal', 'Nightly export']) {
    await page.getByRole('button', { name: 'Create API key' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Done' })).toBeVisible();
    if (name === 'Nightly export') await take('secret');
    await page.getByRole('button', { name: 'Done' }).click();
  }
  // The default port can be in use on this computer.
  await page.getByLabel('Port').fill('58213');
  await page.getByRole('switch').click();
  await expect(page.getByRole('switch')).toBeChecked();
  await take('keys');
  await page.getByRole('switch').click();
  await expect(page.getByRole('switch')).not.toBeChecked();

  await page.getByRole('link', { name: 'Activity' }).click();
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText(/^Verified/)).toBeVisible();
  await take('activity');

  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('table', { name: 'Storage used' })).toBeVisible();
  await take('settings');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or run a command' }).fill('visit');
  await expect(page.getByRole('group', { name: 'Calls' }).getByRole('option').first()).toBeVisible();
  await take('palette');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await take('shortcuts');
  await page.keyboard.press('Escape');
}

async function takeKnowledge(page: Page, take: Take, folder: string): Promise<void> {
  const knowledge = createKnowledgePage(page);
  await page.getByRole('link', { name: 'Knowledge' }).click();
  await expect(knowledge.rowOf('Plans and pricing 2026')).toBeVisible();
  await take('knowledge');

  const passage = await knowledge.search('How much does a technician visit cost?');
  await expect(passage).toBeVisible();
  await take('knowledge-search');
  await passage.getByRole('button').click();
  await expect(page.locator('article[aria-current="true"]')).toBeVisible();
  await take('panel');
  await page.keyboard.press('Escape');
  await knowledge.clearSearch();

  await knowledge.rowOf('Plans and pricing 2026').getByRole('button').focus();
  await page.keyboard.press('Delete');
  await expect(knowledge.deleteDialog).toBeVisible();
  await take('confirm');
  await page.keyboard.press('Escape');
  await expect(knowledge.deleteDialog).toBeHidden();

  const drag = await dragFiles(page, [await writeSample(folder, 'drawing.pdf', await makeSmallPdf(null))]);
  await expect(page.getByText('Drop to add to the knowledge base')).toBeVisible();
  await take('drop');
  await drag.drop();
  await expect(knowledge.queuedItem('drawing')).toContainText('Failed');
  await dropFiles(page, [await writeSample(folder, 'call-recordings.txt', tooLargeText), await findHandbook()]);
  await expect(knowledge.queuedItem('archive-handbook')).toContainText(/Page [\d,]{3,} of/);
  await take('queue');
  await knowledge.queue.getByRole('button', { name: 'Cancel archive-handbook' }).click();
  for (const title of ['drawing', 'call-recordings'])
    await knowledge.queue.getByRole('button', { name: `Remove ${title}` }).click();
  await expect(knowledge.queue).toBeHidden();
}

async function takeCalls(page: Page, take: Take): Promise<void> {
  const calls = createCallsPage(page);
  const call = createCallPage(page);
  await calls.open();
  await expect(calls.row(0)).toBeVisible();
  await take('calls');
  await calls.search.fill('Northwind');
  await expect(calls.table.locator('mark').first()).toBeVisible();
  await take('calls-search');
  await calls.search.press('Escape');
  await calls.openPanel();
  await calls.number.fill('+14155550177');
  await calls.panel
    .getByRole('textbox', { name: /^Value of/ })
    .first()
    .fill('Wilhelmina');
  await calls.selectOption('Recipient', 'Interested');
  await calls.selectOption('Speed', 'Real time');
  await take('place-call');
  await calls.submit.click();
  await expect(call.turns.nth(1)).toBeVisible({ timeout: 120_000 });
  await take('call-live');
  await page.getByRole('button', { name: 'Cancel call' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel call' }).click();
  await expect(page.getByRole('heading', { name: 'Call canceled' })).toBeVisible();

  const heardId = await runSimulatedCall(page, { number: '+14155550132' });
  await call.open(heardId);
  const cited = call.turns.filter({ has: page.getByRole('button', { name: /sources?$/ }) }).first();
  await call.playTurn(cited);
  await expect(call.sources.getByRole('listitem').first()).toBeVisible();
  await call.pause.click();
  // Dismisses the usage notices, which would cover the view.
  const notices = page.locator('[data-toast] [aria-label="Dismiss"]');
  for (const dismiss of await notices.all()) await dismiss.click();
  await expect(notices).toHaveCount(0);
  await page.mouse.move(0, 0);
  await take('call');
  await page.getByRole('tab', { name: 'Review' }).click();
  await expect(page.getByRole('region', { name: 'Key moments' })).toBeVisible();
  await take('call-review');
  await page.getByRole('link', { name: 'Knowledge' }).click();
  await expect(call.dock).toBeVisible();
  await take('player');
  await call.dock.getByRole('button', { name: 'Close player' }).click();

  await call.open(await placeSimulatedCallInPage(page, { mode: 'practice', number: '+14155550188' }));
  await expect(call.turns).toHaveCount(1);
  const said = page.getByRole('textbox', { name: 'Your reply' });
  await said.fill('How much does a technician visit cost?');
  await said.press('Enter');
  await expect(call.turns).toHaveCount(3);
  await take('call-practice');
}
