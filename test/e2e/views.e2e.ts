import { expect, test } from '@playwright/test';
import { views } from '../../shared/views.ts';
import { checkKeyboardReach } from '../helpers/check-keyboard-reach.ts';
import { expectNoViolations } from '../helpers/expect-no-violations.ts';
import { waitForView } from '../helpers/wait-for-view.ts';
import { waitForDemoDocuments, openKnowledge } from '../helpers/knowledge-page.ts';
import { openDemoInBrowser, type OpenWindow } from '../helpers/open-window.ts';

test.describe.serial('every control of a view', () => {
  let window: OpenWindow;

  test.beforeAll(async ({ browser }) => {
    window = await openDemoInBrowser(browser, { colorScheme: 'light', reducedMotion: 'reduce' });
    await openKnowledge(window.page);
    await waitForDemoDocuments(window.page);
  });
  test.afterAll(() => window.close());

  for (const { label } of views) {
    test(`is reachable by Tab or arrow keys, shows its focus, and breaks no rule of axe: ${label}`, async () => {
      const { page } = window;
      await page.getByRole('link', { name: label, exact: true }).click();
      await waitForView(page, label);
      await checkKeyboardReach(page);
      await expectNoViolations(page, label);
    });
  }

  test('is reachable in open panels and forms: Agents, Billing', async () => {
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
});
