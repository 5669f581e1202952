import type { Page } from '@playwright/test';
import { waitForView } from './wait-for-view.ts';

/** The room of billing as a person meets it: by the names of its parts. */
export function createBillingPage(page: Page) {
  const table = page.getByRole('table', { name: 'Invoices' });
  return {
    table,
    rows: table.locator('tr[data-row]'),
    row: (number: string) => table.getByRole('row').filter({ hasText: number }),
    panel: (number: string) => page.getByRole('region', { name: `Invoice ${number}` }),
    gauge: page.getByRole('meter', { name: 'Minutes of this cycle' }),
    dayChart: page.getByRole('img', { name: /^Minutes per day/ }),
    daysTable: page.getByRole('table', { name: 'Minutes per day' }),
    notices: page.getByRole('list', { name: 'Notices of this cycle' }),
    costHeading: page.getByRole('heading', { level: 2, name: /so far/ }),
    filter: page.getByRole('textbox', { name: 'Filter invoices' }),
    open: async (): Promise<void> => {
      await page.getByRole('link', { name: 'Billing' }).click();
      await waitForView(page, 'Billing');
    },
    exportAs: async (choice: string): Promise<void> => {
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('menuitem', { name: choice }).click();
    },
  };
}
