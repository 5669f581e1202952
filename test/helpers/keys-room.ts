import type { Locator, Page } from '@playwright/test';

/** The room of keys as a person meets it: by the names of its parts. */
export function keysRoom(page: Page) {
  const access = page.getByRole('region', { name: 'Other programs of this computer' });
  const table = page.getByRole('table', { name: 'API keys' });
  return {
    table,
    make: page.getByRole('button', { name: 'Make a key' }),
    name: page.getByRole('textbox', { name: 'Name' }),
    secretOf: (name: string): Locator => page.getByRole('alertdialog', { name: `The secret of “${name}”` }),
    rowOf: (name: string): Locator => table.getByRole('row', { name: new RegExp(name) }),
    panelOf: (name: string): Locator => page.getByRole('region', { name, exact: true }),
    listening: access.getByRole('switch'),
    port: access.getByRole('textbox', { name: 'Port' }),
    trouble: access.getByRole('alert'),
    address: access.getByLabel('Address', { exact: true }),
    copyCommand: (label: string): Locator => access.getByRole('button', { name: `Copy the command: ${label}` }),
  };
}
