import { expect } from '@playwright/test';
import { createAgentsPage } from '../helpers/pages/agents-page.ts';
import { createCallsPage } from '../helpers/pages/calls-page.ts';
import { createWorkspaceOnFirstRun } from '../helpers/pages/knowledge-page.ts';
import type { JourneyStep } from './knowledge-journey.ts';

const name = 'Harbour reminders';
const objective = 'Remind skippers of the berth that ends soon';

/** The main path through agents and build requests. Each step continues from the previous one. */
export const agentsJourney: readonly JourneyStep[] = [
  {
    name: 'a new workspace has one agent and no build requests',
    run: async ({ page }) => {
      await createWorkspaceOnFirstRun(page, 'Harbour Office');
      const agents = createAgentsPage(page);
      await agents.open();
      await expect(agents.agentRow('Front desk')).toContainText('Active');
      await expect(page.getByText('No build requests yet')).toBeVisible();
    },
  },
  {
    name: 'a draft is saved while it is written and continues after a reload',
    run: async ({ page }) => {
      const agents = createAgentsPage(page);
      await agents.openForm();
      await expect(agents.name).toBeFocused();
      await agents.name.fill(name);
      await agents.objective.fill(objective);
      await agents.waitForSavedDraft();
      await agents.audience.fill('Skippers with a berth');
      await agents.open();
      await expect(agents.drafts).toContainText([name]);
      await page.reload();
      await agents.drafts.first().click();
      await expect(agents.objective).toHaveValue(objective);
      await expect(agents.audience).toHaveValue('Skippers with a berth');
    },
  },
  {
    name: 'a checklist shows which points the draft covers',
    run: async ({ page }) => {
      const agents = createAgentsPage(page);
      const checklist = page.getByRole('complementary', { name: 'What to include' });
      await expect(checklist.getByText('Off-limits topics')).toContainText('not covered');
      await agents.objective.fill(`${objective}. Never name a price.`);
      await expect(checklist.getByText('Off-limits topics')).toContainText(', covered');
    },
  },
  {
    name: 'an unsupported integration shows an error on its chip at once, and the rest is kept',
    run: async ({ page }) => {
      const agents = createAgentsPage(page);
      await agents.addIntegration('carrier pigeon');
      await agents.integration.fill('goo');
      await page.getByRole('option', { name: 'Google Calendar' }).click();
      await agents.addIntegration('SLACK');
      await expect(agents.chips).toHaveText(['carrier pigeon, invalid', 'Google Calendar', 'Slack']);
      await agents.submit.click();
      for (const label of ['Google Calendar', 'Slack']) await expect(agents.chip(label)).not.toContainText('invalid');
      await expect(agents.form.getByText('“carrier pigeon” is not a supported integration.')).toBeVisible();
      await expect(agents.integration).toBeFocused();
      await expect(agents.objective).toHaveValue(/^Remind skippers/);
    },
  },
  {
    name: 'a valid request is submitted, and its draft is deleted',
    run: async ({ page }) => {
      const agents = createAgentsPage(page);
      await agents.chip('carrier pigeon').getByRole('button').click();
      await expect(agents.chips).toHaveText(['Google Calendar', 'Slack']);
      await agents.submit.click();
      const panel = agents.panel(name);
      await expect(panel).toContainText('Google Calendar, Slack');
      await expect(panel.getByRole('listitem').filter({ hasText: 'Pending review' })).toHaveAttribute(
        'aria-current',
        'step',
      );
      await expect(agents.requestRow(name)).toContainText('Pending review');
      await expect(agents.drafts).toHaveCount(0);
    },
  },
  {
    name: 'the delivery console assigns an engineer, sets the UAT date and advances the request',
    run: async ({ page }) => {
      const agents = createAgentsPage(page);
      const panel = agents.panel(name);
      await agents.console.getByRole('textbox', { name: 'Engineer' }).fill('Hanna Sundby');
      await agents.console.getByRole('button', { name: 'Assign engineer' }).click();
      await expect(agents.requestRow(name)).toContainText('Hanna Sundby');
      await agents.console.getByRole('textbox', { name: 'UAT date', exact: true }).fill('2031-03-03');
      await agents.console.getByRole('button', { name: 'Set UAT date' }).click();
      await expect(panel.getByText('Original date')).toBeVisible();
      await agents.console.getByRole('textbox', { name: 'UAT date', exact: true }).fill('2031-03-15');
      await agents.console.getByRole('button', { name: 'Change UAT date' }).click();
      await expect(panel.getByText('Changed once; 12 days behind the original date')).toBeVisible();
      const download = page.waitForEvent('download');
      await panel.getByRole('button', { name: 'Add to calendar' }).click();
      expect((await download).suggestedFilename()).toBe('uat-Harbour-reminders.ics');
      await agents.deliveryButton('Start development').click();
      await expect(agents.requestRow(name)).toContainText('In development');
      await agents.deliveryButton('Move to UAT').click();
      await expect(agents.requestRow(name)).toContainText('UAT');
    },
  },
  {
    name: 'the agent is delivered with the edited greeting',
    run: async ({ page }) => {
      const agents = createAgentsPage(page);
      await agents.deliveryButton('Deliver…').click();
      const greeting = agents.deliverDialog.getByRole('textbox', { name: 'Greeting' });
      await expect(greeting).toHaveValue(
        `Hi {first_name}, this is ${name}, an automated assistant. Do you have a moment?`,
      );
      await greeting.fill('Ahoy {first_name}, this is the harbour, an automated assistant.');
      await expect(agents.deliverDialog.getByRole('region', { name: 'Preview' })).toContainText('Ahoy Wilhelmina, ');
      await agents.deliverDialog.getByRole('button', { name: 'Deliver agent' }).click();
      await expect(agents.agentRow(name)).toContainText('Active');
      await expect(agents.requestRow(name)).toContainText('Delivered');
      await expect(agents.console).toBeHidden();
      await expect(agents.panel(name), 'the panel gets the focus of the removed console').toBeFocused();
    },
  },
  {
    name: 'the delivered agent can place a call immediately',
    run: async ({ page }) => {
      const agents = createAgentsPage(page);
      await agents
        .agentRow(name)
        .getByRole('button', { name: `Place a call with ${name}` })
        .click();
      const calls = createCallsPage(page);
      await calls.number.fill('+14155550132');
      await calls.panel.getByRole('textbox', { name: 'Value of first_name' }).fill('Mei');
      await expect(calls.greeting).toContainText('Ahoy Mei, this is the harbour');
      await calls.selectOption('Recipient', 'Interested');
      await calls.submit.click();
      const said = page.getByRole('region', { name: 'Conversation' });
      await expect(said).toContainText('Ahoy Mei, this is the harbour', { timeout: 120_000 });
      await agents.open();
      await expect(agents.agentRow(name).getByRole('cell', { name: '1', exact: true })).toBeVisible();
    },
  },
  {
    name: 'an archived agent cannot place calls until it is restored',
    run: async ({ page }) => {
      const agents = createAgentsPage(page);
      await agents.agentRow(name).getByRole('button', { name, exact: true }).click();
      const panel = agents.panel(name);
      await panel.getByRole('button', { name: 'Archive' }).click();
      await page
        .getByRole('alertdialog', { name: 'Archive agent' })
        .getByRole('button', { name: 'Archive agent' })
        .click();
      await expect(agents.agentRow(name)).toContainText('Archived');
      await expect(agents.agentRow(name).getByRole('button', { name: /^Place a call/ })).toHaveAttribute(
        'aria-disabled',
        'true',
      );
      await panel.getByRole('button', { name: 'Restore' }).click();
      await expect(agents.agentRow(name)).toContainText('Active');
    },
  },
  {
    name: 'a request can be rejected with a reason, and a discarded draft can be restored',
    run: async ({ page }) => {
      const agents = createAgentsPage(page);
      await page.keyboard.press('Escape');
      await agents.openForm();
      await agents.objective.fill('<b>Sell</b> everything');
      await page.keyboard.press('ControlOrMeta+Enter');
      const panel = agents.panel('Unnamed agent');
      await expect(panel).toContainText('<b>Sell</b> everything');
      await agents.deliveryButton('Reject…').click();
      await agents.rejectDialog.getByRole('button', { name: 'Reject request' }).click();
      await expect(agents.rejectDialog).toContainText('Enter a reason.');
      await agents.rejectDialog.getByRole('textbox', { name: 'Reason' }).fill('It would sell the harbour.');
      await agents.rejectDialog.getByRole('button', { name: 'Reject request' }).click();
      await expect(panel).toContainText('It would sell the harbour.');
      await expect(agents.requestRow('Unnamed agent')).toContainText('Rejected');

      await agents.openForm();
      await agents.name.fill('Late fees');
      await agents.waitForSavedDraft();
      await agents.form.getByRole('button', { name: 'Discard draft' }).click();
      await expect(agents.drafts).toHaveCount(0);
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(agents.drafts).toContainText(['Late fees']);
    },
  },
];
