import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { createAgentsPage } from '../helpers/agents-page.ts';
import { expectNoViolations, findViolations } from '../helpers/expect-no-violations.ts';
import { openKnowledge } from '../helpers/knowledge-page.ts';
import { openDemoInBrowser } from '../helpers/open-window.ts';

test('axe finds no violations in the agents view', async ({ browser }) => {
  const window = await openDemoInBrowser(browser, { colorScheme: 'light', reducedMotion: 'reduce' });
  const { page } = window;
  const agents = createAgentsPage(page);
  const check = (label: string) => expectNoViolations(page, label);

  await openKnowledge(page);
  await agents.open();
  await expect(agents.requestRow('Router swaps')).toBeVisible();
  for (const name of ['Outage notices', 'Competitor survey']) {
    await agents.requestRow(name).getByRole('button').click();
    await expect(agents.panel(name)).toBeVisible();
    await check(`the panel of ${name}`);
    await page.keyboard.press('Escape');
  }
  await agents.requestRow('Outage notices').getByRole('button').click();
  await agents.console.getByRole('button', { name: 'Deliver…' }).click();
  await agents.deliverDialog.getByRole('textbox', { name: 'Name' }).fill('');
  await agents.deliverDialog.getByRole('button', { name: 'Deliver agent' }).click();
  await expect(agents.deliverDialog.getByText('Required')).toBeVisible();
  await check('the Deliver agent dialog with an error');
  await page.keyboard.press('Escape');
  await agents.console.getByRole('button', { name: 'Reject…' }).click();
  await expect(agents.rejectDialog).toBeVisible();
  await check('the Reject request dialog');
  await page.keyboard.press('Escape');
  await expect(agents.rejectDialog).toBeHidden();
  await page.keyboard.press('Escape');
  await agents.agentRow('Welcome calls').getByRole('button', { name: 'Welcome calls', exact: true }).click();
  await expect(agents.panel('Welcome calls')).toBeVisible();
  await check('the panel of an agent');
  await page.keyboard.press('Escape');

  await agents.openForm();
  await check('an empty request form');
  await agents.objective.fill('Remind customers');
  await agents.addIntegration('fax machine');
  await agents.addIntegration('slack');
  await agents.submit.click();
  await expect(agents.chip('fax machine')).toContainText('invalid');
  await agents.waitForSavedDraft();
  await check('a request form with an unsupported integration');
  await agents.integration.fill('s');
  await expect(page.getByRole('option', { name: 'Salesforce' })).toBeVisible();
  // The open list hides the rest of the page from assistive technology but leaves it in the tab order; Tab closes the list.
  const list = new AxeBuilder({ page }).include('[role="listbox"]').include('[role="combobox"]');
  expect(await findViolations(list), 'the list of integrations').toEqual([]);
  await page.keyboard.press('Escape');
  await agents.integration.fill('');
  await agents.open();
  await expect(agents.drafts, 'including the draft of the demo').toHaveCount(2);
  await check('agents with drafts');

  await page.getByRole('button', { name: 'Workspace: Northwind Broadband' }).click();
  await page.getByRole('menuitem', { name: /^New local workspace/ }).click();
  await page.getByRole('textbox', { name: 'Organization name' }).fill('Harbour Office');
  await page.getByRole('button', { name: 'Create workspace' }).click();
  await agents.open();
  await expect(page.getByText('No build requests yet')).toBeVisible();
  await check('no build requests');
  await window.close();
});
