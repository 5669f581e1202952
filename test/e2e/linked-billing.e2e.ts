import { expect, test } from '@playwright/test';
import { createBillingPage } from '../helpers/pages/billing-page.ts';
import { expectNoViolations } from '../helpers/browser/expect-no-violations.ts';
import { openInBrowser } from '../helpers/browser/open-window.ts';
import { prepareLinkedBilling } from '../helpers/data/prepare-linked-billing.ts';

for (const { name, ...options } of [
  { name: 'light', colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { name: 'dark, small', colorScheme: 'dark', viewport: { width: 640, height: 400 } },
] as const) {
  test(`shows the billing of a remote that cannot be reached, ${name}`, async ({ browser }) => {
    const window = await openInBrowser(browser, options, (dataDir) => prepareLinkedBilling(dataDir, 'Harbour'));
    const { page } = window;
    await expect(page.getByText(/^Data from the remote/)).toBeVisible();
    const pictures = process.env['PICTURES'];
    const take = async (view: string) => {
      if (pictures) await page.screenshot({ path: `${pictures}/${view}-${name}.png`, animations: 'disabled' });
    };
    await take('overview');
    const billing = createBillingPage(page);
    await billing.open();
    await expect(billing.costHeading).toHaveText('Current charges $49.50');
    await expect(billing.dayChart).toHaveAccessibleName(/No data for \d+ shaded days/);
    await expectNoViolations(page, 'the billing of a remote');
    // The remote sends no line items.
    await expect(billing.table.getByRole('columnheader')).toHaveText(['Invoice', 'Issued', 'Amount', 'Status']);
    await take('billing');
    await billing.rows.filter({ hasText: 'past_due' }).getByRole('button').click();
    const panel = billing.panel('R-2026-10');
    await expect(panel.getByRole('button', { name: 'Open PDF' })).toHaveAttribute('aria-disabled', 'true');
    await expect(panel.getByText('The remote sends no line items.', { exact: false })).toBeVisible();
    await expectNoViolations(page, 'an invoice of a remote', panel);
    await take('invoice');
    await panel.getByRole('button', { name: 'Download PDF' }).click();
    await expect(page.getByText('The PDF of R-2026-10 was not downloaded').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await billing.rows.filter({ hasText: 'Paid' }).getByRole('button').click();
    await expect(billing.panel('R-2026-11').getByText('The PDF is stored on this computer.')).toBeVisible();
    await window.close();
  });
}
