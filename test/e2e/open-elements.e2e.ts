import { expect, test } from '@playwright/test';
import { makeSmallPdf, tooLargeText, writeSample } from '../fixtures/sample-files.ts';
import { createAgentsPage } from '../helpers/agents-page.ts';
import { createCallsPage } from '../helpers/calls-page.ts';
import { checkKeyboardReach } from '../helpers/check-keyboard-reach.ts';
import { expectNoViolations, findViolations } from '../helpers/expect-no-violations.ts';
import { createKnowledgePage, openKnowledge, waitForDemoDocuments } from '../helpers/knowledge-page.ts';
import { openDemoInBrowser, type OpenWindow } from '../helpers/open-window.ts';

test.describe.serial('open panels, forms, dialogs and menus', () => {
  let window: OpenWindow;
  const check = (label: string) => expectNoViolations(window.page, label);

  test.beforeAll(async ({ browser }) => {
    window = await openDemoInBrowser(browser, { colorScheme: 'light', reducedMotion: 'reduce' });
    await openKnowledge(window.page);
    await waitForDemoDocuments(window.page);
  });
  test.afterAll(() => window.close());

  test('are reachable by Tab or arrow keys and show their focus', async () => {
    const { page } = window;
    await page.getByRole('link', { name: 'Agents', exact: true }).click();
    await page.getByRole('table', { name: 'Requests' }).getByRole('button', { name: 'Outage notices' }).click();
    await expect(page.getByRole('region', { name: 'Outage notices' })).toBeVisible();
    await checkKeyboardReach(page);
    await page.getByRole('button', { name: 'Request an agent' }).click();
    await expect(page.getByRole('textbox', { name: 'Objective' })).toBeVisible();
    await checkKeyboardReach(page);
    await page.getByRole('link', { name: 'Billing', exact: true }).click();
    await page.getByRole('table', { name: 'Invoices' }).getByRole('button').nth(6).click();
    await expect(page.getByRole('region', { name: /^Invoice / })).toBeVisible();
    await checkKeyboardReach(page);
  });

  test('break no rule of axe in Knowledge', async () => {
    const { page, folder } = window;
    const knowledge = createKnowledgePage(page);
    await openKnowledge(page);
    await knowledge.fileInput.setInputFiles([
      await writeSample(folder, 'too-large.txt', tooLargeText),
      await writeSample(folder, 'drawing.pdf', await makeSmallPdf(null)),
      await writeSample(folder, 'locked.pdf', await makeSmallPdf('Secret.', { userPassword: 'no' })),
    ]);
    await expect(knowledge.queuedItem('drawing')).toContainText('Failed');
    await expect(knowledge.queuedItem('locked')).toContainText('Needs review');
    await check('upload queue, with an error and a possible duplicate');

    const passage = await knowledge.search('What does a technician visit cost?');
    await check('search results');
    await passage.getByRole('button').click();
    for (const tab of ['Chunks', 'Text', 'Original']) {
      await page.getByRole('tab', { name: tab }).click();
      await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible();
      await expect(page.getByRole('status', { name: /Loading/ })).toHaveCount(0);
      await check(`document panel, ${tab}`);
    }
    await page.getByRole('button', { name: 'Delete document' }).click();
    await expect(knowledge.deleteDialog).toBeVisible();
    await check('delete confirmation');
    await page.keyboard.press('Escape');
    await expect(knowledge.deleteDialog).toBeHidden();
  });

  test('break no rule of axe in Agents', async () => {
    const { page } = window;
    const agents = createAgentsPage(page);
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
    const include = ['[role="listbox"]', '[role="combobox"]'];
    expect(await findViolations(page, { include }), 'the list of integrations').toEqual([]);
    await page.keyboard.press('Escape');
    await agents.integration.fill('');
    await agents.open();
    await expect(agents.drafts, 'including the draft of the demo').toHaveCount(2);
    await check('agents with drafts');
  });

  test('break no rule of axe in Calls', async () => {
    const { page } = window;
    const calls = createCallsPage(page);
    await calls.open();
    await calls.search.fill('technician');
    await expect(calls.row(0).locator('mark').first()).toBeVisible();
    await check('calls that match a search');
    await calls.search.fill('');
    await calls.row(0).getByRole('button').first().click();
    await page.getByRole('button', { name: 'Export' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await check('the export menu of a call');
    await page.keyboard.press('Escape');
  });

  test('break no rule of axe over the window', async () => {
    const { page } = window;
    await page.getByRole('link', { name: 'Settings' }).click();
    await expect(page.getByRole('table', { name: 'Storage used' })).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: 'Search or run a command' })).toBeFocused();
    await check('palette, empty');
    await page.keyboard.type('text');
    await expect(page.getByRole('option').filter({ hasText: 'Reset text size' })).toHaveAttribute('aria-disabled');
    await check('palette, with results and disabled commands');
    await page.getByRole('combobox', { name: 'Search or run a command' }).fill('technician');
    await expect(page.getByRole('option').locator('mark').first()).toBeVisible();
    await check('palette, with matches in transcripts');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await check('keyboard shortcuts');
    await page.keyboard.press('Escape');
    await page.getByRole('radio', { name: 'Largest' }).click();
    await page.getByRole('radio', { name: 'Workspace list' }).click();
    await check('settings, with the largest text');
  });
});
