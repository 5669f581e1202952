import { expect, test } from '@playwright/test';
import { createAgentsPage } from '../helpers/agents-page.ts';
import { createWorkspaceOnFirstRun } from '../helpers/knowledge-page.ts';
import { openInBrowser } from '../helpers/open-window.ts';
import { tabUntilFocused } from '../helpers/tab-until-focused.ts';

test('an agent is asked for, delivered and about to call by keyboard alone', async ({ browser }) => {
  const window = await openInBrowser(browser);
  const { page } = window;
  const room = createAgentsPage(page);
  const press = (...keys: readonly string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
  await createWorkspaceOnFirstRun(page, 'Harbour Office');

  await tabUntilFocused(page, page.getByRole('link', { name: 'Agents', exact: true }));
  await press('Enter');
  await tabUntilFocused(page, page.getByRole('button', { name: 'Request an agent' }).first());
  await press('Enter');
  await expect(room.name).toBeFocused();
  await page.keyboard.type('Berths');
  await press('Tab');
  await page.keyboard.type('Remind skippers of the berth that ends soon');
  await tabUntilFocused(page, room.integration);
  await page.keyboard.type('fax');
  await press('Enter');
  await page.keyboard.type('stri');
  await expect(page.getByRole('option', { name: 'Stripe' })).toBeVisible();
  await press('ArrowDown', 'Enter');
  await page.keyboard.type('telex,');
  await expect(room.chips).toHaveText(['fax', 'Stripe', 'telex']);
  await press('Backspace');
  await expect(room.chips).toHaveText(['fax', 'Stripe']);
  await press('ControlOrMeta+Enter');
  await expect(room.chip('fax')).toContainText('refused');
  await expect(room.integration).toBeFocused();
  await press('Shift+Tab', 'Shift+Tab', 'Enter');
  await expect(room.chips).toHaveText(['Stripe']);
  await expect(room.integration).toBeFocused();
  await press('ControlOrMeta+Enter');

  const panel = room.panel('Berths');
  await expect(panel).toBeFocused();
  await tabUntilFocused(page, room.console.getByRole('textbox', { name: 'Engineer' }));
  await page.keyboard.type('Hanna Sundby');
  await press('Enter');
  await expect(room.requestRow('Berths')).toContainText('Hanna Sundby');
  await expect(room.console.getByRole('textbox', { name: 'Engineer' })).toBeFocused();
  await tabUntilFocused(page, room.console.getByRole('button', { name: 'Start development' }));
  await press('Enter');
  await expect(room.console.getByRole('button', { name: 'Move to UAT' })).toBeFocused();
  await press('Enter');
  await tabUntilFocused(page, room.console.getByRole('button', { name: 'Deliver…' }));
  await press('Enter');
  await expect(room.deliverDialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await press('Enter');
  await expect(room.agentRow('Berths')).toContainText('Active');
  await expect(panel).toBeFocused();
  await press('Escape');
  await expect(panel).toBeHidden();

  await tabUntilFocused(page, room.agentRow('Berths').getByRole('button', { name: 'Place a call with Berths' }));
  await press('Enter');
  await expect(page.getByRole('region', { name: 'Place a call' })).toContainText('this is Berths');
  await window.close();
});
