import { expect, test } from '@playwright/test';
import { createBillingPage } from '../helpers/pages/billing-page.ts';
import { createCallPage } from '../helpers/pages/call-page.ts';
import { createCallsPage } from '../helpers/pages/calls-page.ts';
import { expectNoViolations } from '../helpers/browser/expect-no-violations.ts';
import { openDemoInBrowser, type OpenWindow } from '../helpers/browser/open-window.ts';
import { createOverviewPage } from '../helpers/pages/overview-page.ts';

test.describe.serial('the history of the demo', () => {
  let window: OpenWindow;

  test.beforeAll(async ({ browser }) => {
    window = await openDemoInBrowser(browser, { colorScheme: 'light' });
  });
  test.afterAll(() => window.close());

  test('has nothing that needs attention: no recording is lost, no document is processed', async () => {
    const overview = createOverviewPage(window.page);
    await expect(overview.calls).toHaveCount(5);
    await expect(overview.processing).toHaveCount(0);
    await expect(overview.attentionItem(/recording/i)).toHaveCount(0);
  });

  test('a call whose recording was not kept shows its transcript, by pointer and by keyboard', async () => {
    const { page } = window;
    const [calls, call] = [createCallsPage(page), createCallPage(page)];
    await calls.open();
    await expect(calls.totalStatus('\\d,\\d{3}')).toBeVisible();
    await calls.selectFilter('Outcome', 'Confirmed');
    await expect(calls.totalStatus('\\d{2,3}'), 'the list shows other calls until it is filtered').toBeVisible();
    // The calls with a recording are to numbers in these area codes.
    const row = calls.rows
      .filter({ hasText: 'Confirmed' })
      .filter({ hasNotText: /\+1 (415|510|628)/ })
      .first()
      .getByRole('button');
    await row.focus();
    await page.keyboard.press('Shift+F10');
    await expect(page.getByRole('menuitem', { name: 'Save recording' })).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('Escape');
    await expect(row).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('The recording was not kept. You can read the transcript.')).toBeVisible();
    await expect(call.play).toHaveCount(0);
    await expect(page.getByRole('alert')).toHaveCount(0);
    const [second, third] = [call.turns.nth(1), call.turns.nth(2)];
    await second.getByRole('button', { name: /select this turn/ }).click();
    await expect(second).toHaveAttribute('aria-current', 'true');
    await third.getByRole('button', { name: /select this turn/ }).focus();
    await page.keyboard.press('Enter');
    await expect(third).toHaveAttribute('aria-current', 'true');
    await page.keyboard.press(']');
    await expect(call.turns.nth(3)).toHaveAttribute('aria-current', 'true');
    await page.keyboard.press('[');
    await page.keyboard.press('[');
    await expect(second).toHaveAttribute('aria-current', 'true');
    await page.keyboard.press('n');
    await expect(page.getByRole('textbox', { name: /^Note at 0:0[1-9]/ })).toBeFocused();
    await page.keyboard.type('Ask again');
    await page.keyboard.press('Enter');
    const note = call.notes.getByRole('listitem').filter({ hasText: 'Ask again' });
    await third.getByRole('button', { name: /select this turn/ }).click();
    await note.getByRole('button', { name: /^Go to 0:0[1-9]/ }).click();
    await expect(second, 'at the turn where the note was made').toHaveAttribute('aria-current', 'true');
    await page.getByRole('tab', { name: 'Review' }).click();
    await call.turns
      .first()
      .getByRole('button', { name: /select this turn/ })
      .click();
    await page
      .getByRole('region', { name: 'Key moments' })
      .getByRole('button', { name: /^Go to/ })
      .click();
    await expect(call.turns.first()).not.toHaveAttribute('aria-current', 'true');
    await expect(call.dock, 'nothing is played').toHaveCount(0);
    await expectNoViolations(page, 'a call without a recording');
    await page.keyboard.press('Escape');
    await expect(calls.rows.first()).toBeVisible();
  });

  test('one invoice charges for overage', async () => {
    const { page } = window;
    const billing = createBillingPage(page);
    await page.getByRole('link', { name: 'Billing', exact: true }).click();
    await expect(page.getByText(/^All \d{3} billed minutes match \d{3} calls/)).toBeVisible();
    await expect(billing.rows.filter({ hasText: /2,\d{3}/ })).toHaveCount(1);
    await expect(billing.rows.filter({ hasText: '$349.00' })).toHaveCount((await billing.rows.count()) - 1);
  });
});
