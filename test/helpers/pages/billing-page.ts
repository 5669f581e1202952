import type { Page } from '@playwright/test';
import { waitForView } from '../browser/wait-for-view.ts';

/** The Billing view, addressed by roles and labels. */
export function createBillingPage(page: Page) {
  const table = page.getByRole('table', { name: 'Invoices' });
  return {
    table,
    rows: table.locator('tr[data-row]'),
    row: (number: string) => table.getByRole('row').filter({ hasText: number }),
    panel: (number: string) => page.getByRole('region', { name: `Invoice ${number}` }),
    gauge: page.getByRole('meter', { name: 'Minutes used this cycle' }),
    dayChart: page.getByRole('img', { name: /^Minutes per day/ }),
    daysTable: page.getByRole('table', { name: 'Minutes per day' }),
    notices: page.getByRole('list', { name: 'Usage notices' }),
    costHeading: page.getByRole('heading', { level: 2, name: /^Current charges/ }),
    filter: page.getByRole('textbox', { name: 'Filter invoices' }),
    open: async (): Promise<void> => {
      await page.getByRole('link', { name: 'Billing', exact: true }).click();
      await waitForView(page, 'Billing');
    },
    exportAs: async (item: string): Promise<void> => {
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('menuitem', { name: item }).click();
    },
  };
}
