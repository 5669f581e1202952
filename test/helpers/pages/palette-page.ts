import { expect, type Locator, type Page } from '@playwright/test';

/** The palette of commands and records, addressed by roles and labels. */
export function createPalettePage(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Search or run a command' });
  return {
    dialog,
    input: dialog.getByRole('combobox', { name: 'Search or run a command' }),
    options: dialog.getByRole('option'),
    highlighted: dialog.locator('[role="option"][data-highlighted]'),
    group: (name: string): Locator => dialog.getByRole('group', { name, exact: true }),
    count: dialog.getByRole('status'),
    open: async (): Promise<void> => {
      await page.keyboard.press('Control+k');
      await expect(dialog.getByRole('combobox')).toBeFocused();
    },
  };
}
