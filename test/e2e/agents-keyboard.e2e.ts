import { expect, test } from '@playwright/test';
import { createAgentsPage } from '../helpers/agents-page.ts';
import { createWorkspaceOnFirstRun } from '../helpers/knowledge-page.ts';
import { openInBrowser } from '../helpers/open-window.ts';
import { tabUntilFocused } from '../helpers/tab-until-focused.ts';

test('an agent is requested, delivered and selected for a call with the keyboard only', async ({ browser }) => {
  const window = await openInBrowser(browser);
  const { page } = window;
  const agents = createAgentsPage(page);
  const press = (...keys: readonly string[]) =>
    keys.reduce((previous, key) => previous.then(() => page.keyboard.press(key)), Promise.resolve());
  await createWorkspaceOnFirstRun(page, 'Harbour Office');

  await tabUntilFocused(page, page.getByRole('link', { name: 'Agents', exact: true }));
  await press('Enter');
  await tabUntilFocused(page, page.getByRole('button', { name: 'Request an agent' }).first());
  await press('Enter');
  await expect(agents.name).toBeFocused();
  await page.keyboard.type('Berths');
  await press('Tab');
  await page.keyboard.type('Remind skippers of the berth that ends soon');
  await tabUntilFocused(page, agents.integration);
  await page.keyboard.type('fax');
  await press('Enter');
  await page.keyboard.type('stri');
  await expect(page.getByRole('option', { name: 'Stripe' })).toBeVisible();
  await press('Enter');
  await page.keyboard.type('telex,');
  await expect(agents.chips).toHaveText(['fax, invalid', 'Stripe', 'telex, invalid']);
  await press('Backspace');
  await expect(agents.chips).toHaveText(['fax, invalid', 'Stripe']);
  await press('ControlOrMeta+Enter');
  await expect(agents.integration).toBeFocused();
  await press('Shift+Tab', 'Shift+Tab', 'Enter');
  await expect(agents.chips).toHaveText(['Stripe']);
  await expect(agents.integration).toBeFocused();
  await press('ControlOrMeta+Enter');

  const panel = agents.panel('Berths');
  await expect(panel).toBeFocused();
  await tabUntilFocused(page, agents.console.getByRole('textbox', { name: 'Engineer' }));
  await page.keyboard.type('Hanna Sundby');
  await press('Enter');
  await expect(agents.requestRow('Berths')).toContainText('Hanna Sundby');
  await expect(agents.console.getByRole('textbox', { name: 'Engineer' })).toBeFocused();
  await tabUntilFocused(page, agents.console.getByRole('button', { name: 'Start development' }));
  await press('Enter');
  await expect(agents.console.getByRole('button', { name: 'Move to UAT' })).toBeFocused();
  await press('Enter');
  await tabUntilFocused(page, agents.console.getByRole('button', { name: 'Deliver…' }));
  await press('Enter');
  await expect(agents.deliverDialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await press('Enter');
  await expect(agents.agentRow('Berths')).toContainText('Active');
  await expect(panel).toBeFocused();
  await press('Escape');
  await expect(panel).toBeHidden();

  await tabUntilFocused(page, agents.agentRow('Berths').getByRole('button', { name: 'Place a call with Berths' }));
  await press('Enter');
  await expect(page.getByRole('region', { name: 'Place a call' })).toContainText('this is Berths');
  await window.close();
});
