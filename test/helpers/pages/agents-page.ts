import { expect, type Locator, type Page } from '@playwright/test';

/** The Agents view, addressed by roles and labels. */
export function createAgentsPage(page: Page) {
  const agents = page.getByRole('table', { name: 'Agents' });
  const requests = page.getByRole('table', { name: 'Requests' });
  const form = page.getByRole('form', { name: 'Request an agent' });
  const integrations = form.getByRole('list', { name: 'Integrations' });
  const deliveryConsole = page.getByRole('region', { name: 'Delivery console' });
  return {
    agents,
    requests,
    form,
    console: deliveryConsole,
    /** A button in the footer of the request's panel. */
    deliveryButton: (name: string): Locator => page.getByRole('button', { name, exact: true }),
    agentRow: (name: string): Locator =>
      agents.getByRole('row').filter({ has: page.getByRole('button', { name, exact: true }) }),
    requestRow: (name: string): Locator =>
      requests.getByRole('row').filter({ has: page.getByRole('button', { name, exact: true }) }),
    drafts: page.getByRole('region', { name: 'Drafts' }).getByRole('link'),
    panel: (name: string): Locator => page.getByRole('region', { name, exact: true }),
    name: form.getByRole('textbox', { name: 'Name' }),
    objective: form.getByRole('textbox', { name: 'Objective' }),
    audience: form.getByRole('textbox', { name: 'Audience' }),
    integration: form.getByRole('combobox', { name: 'Integrations' }),
    chips: integrations.getByRole('listitem'),
    chip: (label: string): Locator => integrations.getByRole('listitem').filter({ hasText: label }),
    submit: form.getByRole('button', { name: 'Submit request' }),
    deliverDialog: page.getByRole('dialog', { name: 'Deliver agent' }),
    rejectDialog: page.getByRole('dialog', { name: 'Reject request' }),
    open: async (): Promise<void> => {
      await page.getByRole('link', { name: 'Agents', exact: true }).first().click();
      await expect(agents).toBeVisible();
    },
    openForm: async (): Promise<void> => {
      await page.getByRole('button', { name: 'Request an agent' }).first().click();
      await expect(form).toBeVisible();
    },
    waitForSavedDraft: async (): Promise<void> => {
      await expect(form.getByText('Draft saved')).toBeVisible();
    },
    /** Types an integration and presses Enter. */
    addIntegration: async (text: string): Promise<void> => {
      await form.getByRole('combobox', { name: 'Integrations' }).fill(text);
      await page.keyboard.press('Enter');
    },
  };
}

export type AgentsPage = ReturnType<typeof createAgentsPage>;
