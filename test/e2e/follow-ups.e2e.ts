import { expect, test } from '@playwright/test';
import { expectNoViolations } from '../helpers/browser/expect-no-violations.ts';
import { openInBrowser } from '../helpers/browser/open-window.ts';
import { tabUntilFocused } from '../helpers/browser/tab-until-focused.ts';
import { waitForView } from '../helpers/browser/wait-for-view.ts';
import { runSimulatedCall } from '../helpers/pages/call-page.ts';
import { createCallsPage } from '../helpers/pages/calls-page.ts';
import { createWorkspaceOnFirstRun } from '../helpers/pages/knowledge-page.ts';

test('a callback is promised, listed, called and done, by keyboard', async ({ browser }) => {
  const window = await openInBrowser(browser, { colorScheme: 'light' });
  const { page } = window;
  const { keyboard } = page;
  const calls = createCallsPage(page);
  await createWorkspaceOnFirstRun(page, 'Harbour Office');
  const callId = await runSimulatedCall(page, { persona: 'wrong_person', number: '+14155550188' });
  await page.evaluate((id) => location.assign(`#/calls/${id}`), callId);
  await waitForView(page, 'Call to Wilhelmina');

  const tab = page.getByRole('tab', { name: 'Sources' });
  await tabUntilFocused(page, tab);
  await keyboard.press('End');
  await keyboard.press('Enter');
  const outcome = page.getByRole('combobox', { name: 'Outcome' });
  await tabUntilFocused(page, outcome);
  await keyboard.press('Enter');
  const callback = page.getByRole('option', { name: /Callback requested/ });
  await expect(callback).toBeVisible();
  await keyboard.press('Home');
  while (!(await callback.evaluate((option) => option === document.activeElement))) await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await expect(outcome).toContainText('Callback requested');
  await expect(page.getByRole('list', { name: 'Corrections' })).toContainText('Wrong person → Callback requested');
  await expectNoViolations(page, 'a corrected outcome');

  await page.locator('#content').focus();
  await keyboard.press('g');
  await keyboard.press('o');
  await waitForView(page, 'Overview');
  const due = page.getByRole('list', { name: 'Follow-ups' });
  await expect(due).toContainText('+1 415 555 0188');
  await expectNoViolations(page, 'the overview with a follow-up');

  await keyboard.press('g');
  await keyboard.press('f');
  await waitForView(page, 'Follow-ups');
  const table = page.getByRole('table', { name: 'Follow-ups' });
  await expect(table).toContainText('Callback requested');
  await expectNoViolations(page, 'the follow-ups');
  await tabUntilFocused(page, page.getByRole('button', { name: /^Call now/ }));
  await keyboard.press('Enter');
  await expect(calls.number).toHaveValue('+1 415 555 0188');

  await page.locator('#content').focus();
  await keyboard.press('g');
  await keyboard.press('f');
  await waitForView(page, 'Follow-ups');
  await tabUntilFocused(page, page.getByRole('button', { name: /^Mark as done/ }));
  await keyboard.press('Enter');
  await expect(page.getByText('Nothing to follow up')).toBeVisible();
  await page.getByRole('radio', { name: 'Done' }).focus();
  await keyboard.press('Space');
  await expect(table).toContainText('+1 415 555 0188');
  await page.locator('[data-toast]').filter({ hasText: /done/ }).getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('No follow-ups are done')).toBeVisible();
  await window.close();
});
