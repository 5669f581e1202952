import { expect, test } from '@playwright/test';
import { makeSmallPdf, tooLargeText, writeSample } from '../fixtures/sample-files.ts';
import { createCallPage } from '../helpers/call-page.ts';
import { createCallsPage } from '../helpers/calls-page.ts';
import { expectNoViolations } from '../helpers/expect-no-violations.ts';
import {
  waitForDemoDocuments,
  openKnowledge,
  createKnowledgePage,
  createWorkspaceOnFirstRun,
} from '../helpers/knowledge-page.ts';
import { openInBrowser, type OpenWindow } from '../helpers/open-window.ts';

test('axe finds no violations in any view', async ({ browser }) => {
  const window: OpenWindow = await openInBrowser(browser, { colorScheme: 'light', reducedMotion: 'reduce' });
  const { page, folder } = window;
  const knowledge = createKnowledgePage(page);
  const check = (label: string) => expectNoViolations(page, label);

  await expect(page.getByRole('button', { name: 'Try the demo' })).toBeVisible();
  await check('first run');
  await page.getByRole('button', { name: 'New local workspace' }).click();
  await check('creating a workspace');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await createWorkspaceOnFirstRun(page, 'Harbour Office');
  await expect(page.getByText('No documents yet')).toBeVisible();
  await check('knowledge, empty');

  const calls = createCallsPage(page);
  await calls.open();
  await expect(page.getByText('No calls yet')).toBeVisible();
  await check('calls, empty');
  await calls.openPanel();
  await calls.number.fill('+9991234567');
  await calls.panel.getByRole('textbox', { name: 'Value of first_name' }).fill('Wilhelmina');
  await calls.panel.getByRole('button', { name: 'Add row' }).click();
  await page.keyboard.type('first_name');
  await expect(calls.panel.getByText('This name is used twice.')).toHaveCount(2);
  await check('placing a call, with a warning and errors');
  await calls.panel.getByRole('button', { name: 'Remove first_name' }).last().click();
  await calls.panel.getByRole('combobox', { name: 'Recipient' }).click();
  await expect(page.getByRole('option', { name: "Doesn't answer" })).toBeVisible();
  await check('recipient options');
  await page.getByRole('option', { name: "Doesn't answer" }).click();
  await calls.submit.click();
  await expect(createCallPage(page).header).toBeVisible();
  await calls.open();
  await expect(calls.row(0)).toContainText('No answer');
  await calls.selectFilter('Status', 'No answer');
  await check('calls, filtered');
  await calls.filters.getByRole('button', { name: /^Placed/ }).click();
  await expect(page.getByRole('menuitemradio', { name: 'Last 7 days' })).toBeVisible();
  await check('filter options');
  await page.keyboard.press('Escape');
  await calls.search.fill('submarine');
  await expect(page.getByText('No calls match')).toBeVisible();
  await check('calls, no results');

  await page.getByRole('button', { name: 'Workspace: Harbour Office' }).click();
  await check('workspace menu');
  await page.getByRole('menuitem', { name: 'Open the demo' }).click();
  await expect(page.getByRole('note', { name: 'Demo workspace' })).toBeVisible();
  await openKnowledge(page);
  await waitForDemoDocuments(page);

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

  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('list', { name: 'Workspaces' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Storage used' })).toBeVisible();

  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search or run a command' })).toBeFocused();
  await check('palette, empty');
  await page.keyboard.type('text');
  await expect(page.getByRole('option').filter({ hasText: 'Reset text size' })).toHaveAttribute('aria-disabled');
  await check('palette, with results and disabled commands');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await check('keyboard shortcuts');
  await page.keyboard.press('Escape');
  await page.getByRole('radio', { name: 'Largest' }).click();
  await page.getByRole('radio', { name: 'Workspace list' }).click();
  await check('settings, with the largest text');
  await window.close();
});
