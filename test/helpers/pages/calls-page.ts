import { expect, type Locator, type Page } from '@playwright/test';
import { waitForView } from '../browser/wait-for-view.ts';

/** The page model of the list of calls and the panel that places one. */
export function createCallsPage(page: Page) {
  const table = page.getByRole('table', { name: 'Calls' });
  const filters = page.getByRole('group', { name: 'Filters' });
  const panel = page.getByRole('region', { name: 'Place a call' });
  const rows = table.locator('tr[data-row]');
  return {
    table,
    rows,
    /** Returns the row at an index of the whole list. */
    row: (index: number): Locator => table.locator(`tr[data-row="${index}"]`),
    filters,
    panel,
    search: page.getByRole('textbox', { name: 'Search calls' }),
    totalStatus: (count: string): Locator =>
      page.getByRole('status').filter({ hasText: new RegExp(`^${count} calls?$`) }),
    /** Returns the rows of a number in its displayed format: `+1 415 555 0132`. */
    rowWithNumber: (number: string): Locator => rows.filter({ hasText: number }),
    number: panel.getByRole('textbox', { name: 'Phone number' }),
    greeting: panel.getByRole('region', { name: 'Greeting' }).getByRole('blockquote'),
    submit: panel.getByRole('button', { name: /^Start (simulated|practice) call/ }),
    duplicateDialog: page.getByRole('alertdialog', { name: /Call again\?$/ }),
    open: async (): Promise<void> => {
      await page.getByRole('link', { name: 'Calls', exact: true }).click();
      await waitForView(page, 'Calls');
    },
    /** Selects an option of a filter, which can be in the menu “More filters”. */
    selectFilter: async (name: string, option: string): Promise<void> => {
      const chip = filters.getByRole('button', { name: new RegExp(`^${name}(?: ?:|$)`) });
      if (await chip.isVisible()) await chip.click();
      else {
        await filters.getByRole('button', { name: 'More filters' }).click();
        await page.getByRole('menuitem', { name, exact: true }).click();
      }
      await page.getByRole('menuitemradio', { name: option, exact: true }).click();
    },
    openPanel: async (): Promise<void> => {
      await page.getByRole('button', { name: 'Place a call' }).first().click();
      await expect(panel.getByRole('combobox', { name: 'Agent' })).toBeVisible();
    },
    /** Selects an option of a field in the panel. */
    selectOption: async (field: string, option: string | RegExp): Promise<void> => {
      await panel.getByRole('combobox', { name: field }).click();
      await page.getByRole('option', { name: option }).click();
    },
  };
}

export type CallsPage = ReturnType<typeof createCallsPage>;

/** Reads the text of the focused row. */
export function readFocusedRow(page: Page): Promise<string | null> {
  return page.evaluate(() => document.activeElement?.closest('tr[data-row]')?.textContent ?? null);
}
