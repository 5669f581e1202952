import type { Locator, Page } from '@playwright/test';

/** The API keys view, addressed by roles and labels. */
export function createKeysPage(page: Page) {
  const localApi = page.getByRole('region', { name: 'Local API' });
  const table = page.getByRole('table', { name: 'API keys' });
  return {
    table,
    createButton: page.getByRole('button', { name: 'Create API key' }),
    emptyState: page.getByText('No API keys yet'),
    submit: page.getByRole('dialog', { name: 'Create API key' }).getByRole('button', { name: 'Create API key' }),
    done: page.getByRole('button', { name: 'Done' }),
    name: page.getByRole('textbox', { name: 'Name' }),
    roleOption: (role: string): Locator => page.getByRole('option', { name: role }),
    secretDialog: (name: string): Locator =>
      page.getByRole('alertdialog', { name: 'Your new API key' }).filter({ hasText: name }),
    row: (name: string): Locator => table.getByRole('row', { name: new RegExp(name) }),
    panel: (name: string): Locator => page.getByRole('region', { name, exact: true }),
    localApiSwitch: localApi.getByRole('switch'),
    port: localApi.getByRole('textbox', { name: 'Port' }),
    localApiError: localApi.getByRole('alert'),
    baseUrl: localApi.getByLabel('Base URL', { exact: true }),
    copyCommand: (label: string): Locator => localApi.getByRole('button', { name: `Copy command: ${label}` }),
  };
}
