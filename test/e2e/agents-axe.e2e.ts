import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { createAgentsPage } from '../helpers/agents-page.ts';
import { expectNoViolations, findViolations } from '../helpers/expect-no-violations.ts';
import { openKnowledge } from '../helpers/knowledge-page.ts';
import { openDemoInBrowser } from '../helpers/open-window.ts';

test('axe finds no violations in the agents view', async ({ browser }) => {
  const window = await openDemoInBrowser(browser, { colorScheme: 'light', reducedMotion: 'reduce' });
  const { page } = window;
  const room = createAgentsPage(page);
  const check = (label: string) => expectNoViolations(page, label);

  await openKnowledge(page);
  await room.open();
  await expect(room.requestRow('Router swaps')).toBeVisible();
  await check('agents and requests');
  for (const name of ['Outage notices', 'Competitor survey']) {
    await room.requestRow(name).getByRole('button').click();
    await expect(room.panel(name)).toBeVisible();
    await check(`the panel of ${name}`);
    await page.keyboard.press('Escape');
  }
  await room.requestRow('Outage notices').getByRole('button').click();
  await room.console.getByRole('button', { name: 'Deliver…' }).click();
  await room.deliverDialog.getByRole('textbox', { name: 'Name' }).fill('');
  await room.deliverDialog.getByRole('button', { name: 'Deliver agent' }).click();
  await expect(room.deliverDialog.getByText('This is needed.')).toBeVisible();
  await check('a delivery with a fault');
  await page.keyboard.press('Escape');
  await room.console.getByRole('button', { name: 'Reject…' }).click();
  await expect(room.rejectDialog).toBeVisible();
  await check('a rejection');
  await page.keyboard.press('Escape');
  await expect(room.rejectDialog).toBeHidden();
  await page.keyboard.press('Escape');
  await room.agentRow('Welcome calls').getByRole('button', { name: 'Welcome calls', exact: true }).click();
  await expect(room.panel('Welcome calls')).toBeVisible();
  await check('the panel of an agent');
  await page.keyboard.press('Escape');

  await room.openForm();
  await check('an empty brief');
  await room.objective.fill('Remind customers');
  await room.addIntegration('fax machine');
  await room.addIntegration('slack');
  await room.submit.click();
  await expect(room.chip('fax machine')).toContainText('refused');
  await room.waitForSavedDraft();
  await check('a brief with a refused integration');
  await room.integration.fill('s');
  await expect(page.getByRole('option', { name: 'Salesforce' })).toBeVisible();
  // While it is open, the list's library hides all else from assistive technology, and keeps it reachable by Tab, which closes it.
  const list = new AxeBuilder({ page }).include('[role="listbox"]').include('[role="combobox"]');
  expect(await findViolations(list), 'the choice of an integration').toEqual([]);
  await page.keyboard.press('Escape');
  await room.integration.fill('');
  await room.open();
  await expect(room.drafts, 'with the demo’s own').toHaveCount(2);
  await check('agents with drafts');

  await page.getByRole('button', { name: 'Workspace: Northwind Broadband' }).click();
  await page.getByRole('menuitem', { name: /^New local workspace/ }).click();
  await page.getByRole('textbox', { name: 'Organization name' }).fill('Harbour Office');
  await page.getByRole('button', { name: 'Create workspace' }).click();
  await room.open();
  await expect(page.getByText('No agent has been asked for')).toBeVisible();
  await check('no requests');
  await window.close();
});
