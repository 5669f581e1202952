import type { Locator, Page } from '@playwright/test';

/** The room of keys as a person meets it: by the names of its parts. */
export function createKeysPage(page: Page) {
  const access = page.getByRole('region', { name: 'Other programs of this computer' });
  const table = page.getByRole('table', { name: 'API keys' });
  return {
    table,
    createButton: page.getByRole('button', { name: 'Make a key' }),
    name: page.getByRole('textbox', { name: 'Name' }),
    secretDialog: (name: string): Locator => page.getByRole('alertdialog', { name: `The secret of “${name}”` }),
    row: (name: string): Locator => table.getByRole('row', { name: new RegExp(name) }),
    panel: (name: string): Locator => page.getByRole('region', { name, exact: true }),
    localApiSwitch: access.getByRole('switch'),
    port: access.getByRole('textbox', { name: 'Port' }),
    localApiError: access.getByRole('alert'),
    address: access.getByLabel('Address', { exact: true }),
    copyCommand: (label: string): Locator => access.getByRole('button', { name: `Copy the command: ${label}` }),
  };
}
