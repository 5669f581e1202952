import { expect, type Locator, type Page } from '@playwright/test';
import { waitForView } from './wait-for-view.ts';

/** The room of calls as a person meets it: by the names of its parts. */
export function createCallsPage(page: Page) {
  const table = page.getByRole('table', { name: 'Calls' });
  const filters = page.getByRole('group', { name: 'Filters' });
  const panel = page.getByRole('region', { name: 'Place a call' });
  const rows = table.locator('tr[data-row]');
  return {
    table,
    rows,
    /** Counts from 0, in the whole list. */
    row: (index: number): Locator => table.locator(`tr[data-row="${index}"]`),
    filters,
    panel,
    search: page.getByRole('textbox', { name: 'Search what was said' }),
    totalStatus: (count: string): Locator =>
      page.getByRole('status').filter({ hasText: new RegExp(`^${count} calls?$`) }),
    /** The row of a number, as it is shown: `+1 415 555 0132`. */
    rowWithNumber: (number: string): Locator => rows.filter({ hasText: number }),
    number: panel.getByRole('textbox', { name: 'Number' }),
    greeting: panel.getByRole('region', { name: 'Greeting' }).getByRole('blockquote'),
    submit: panel.getByRole('button', { name: /^(Rehearse the call|Begin the rehearsal)/ }),
    duplicateDialog: page.getByRole('alertdialog', { name: 'Call again so soon?' }),
    open: async (): Promise<void> => {
      await page.getByRole('link', { name: 'Calls', exact: true }).click();
      await waitForView(page, 'Calls');
    },
    /** Chooses what one filter lets through. */
    selectFilter: async (name: string, choice: string): Promise<void> => {
      await filters.getByRole('button', { name: new RegExp(`^${name}`) }).click();
      await page.getByRole('menuitemradio', { name: choice, exact: true }).click();
    },
    openPanel: async (): Promise<void> => {
      await page.getByRole('button', { name: 'Place a call' }).first().click();
      await expect(panel.getByRole('combobox', { name: 'Agent' })).toBeVisible();
    },
    /** Chooses one of the options of a field in the panel. */
    selectOption: async (field: string, option: string | RegExp): Promise<void> => {
      await panel.getByRole('combobox', { name: field }).click();
      await page.getByRole('option', { name: option }).click();
    },
  };
}

export type CallsPage = ReturnType<typeof createCallsPage>;

/** The text of the row that has the focus. */
export function readFocusedRow(page: Page): Promise<string | null> {
  return page.evaluate(() => document.activeElement?.closest('tr[data-row]')?.textContent ?? null);
}
