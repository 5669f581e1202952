import { expect } from '@playwright/test';
import { createAgentsPage } from '../helpers/agents-page.ts';
import { createCallsPage } from '../helpers/calls-page.ts';
import { createWorkspaceOnFirstRun } from '../helpers/knowledge-page.ts';
import type { JourneyStep } from './knowledge-journey.ts';

const name = 'Harbour reminders';
const objective = 'Remind skippers of the berth that ends soon';

/** What a person takes the room of agents through first; each step goes on from the one before. */
export const agentsJourney: readonly JourneyStep[] = [
  {
    name: 'a new workspace has an agent and no requests',
    run: async ({ page }) => {
      await createWorkspaceOnFirstRun(page, 'Harbour Office');
      const room = createAgentsPage(page);
      await room.open();
      await expect(room.agentRow('Front desk')).toContainText('Active');
      await expect(page.getByText('No agent has been asked for')).toBeVisible();
    },
  },
  {
    name: 'a brief is kept while it is written, and gone on with after a reload',
    run: async ({ page }) => {
      const room = createAgentsPage(page);
      await room.openForm();
      await expect(room.name).toBeFocused();
      await room.name.fill(name);
      await room.objective.fill(objective);
      await room.waitForSavedDraft();
      await room.audience.fill('Skippers with a berth');
      await room.open();
      await expect(room.drafts).toContainText([name]);
      await page.reload();
      await room.drafts.first().click();
      await expect(room.objective).toHaveValue(objective);
      await expect(room.audience).toHaveValue('Skippers with a berth');
    },
  },
  {
    name: 'what it still lacks is told while it is written',
    run: async ({ page }) => {
      const room = createAgentsPage(page);
      const notes = page.getByRole('complementary', { name: 'What a good brief says' });
      await expect(notes.getByText('What it must not say')).toContainText('not found');
      await room.objective.fill(`${objective}. Never name a price.`);
      await expect(notes.getByText('What it must not say')).toContainText(', said');
    },
  },
  {
    name: 'an integration that is not supported is refused on its very chip, and the rest is kept',
    run: async ({ page }) => {
      const room = createAgentsPage(page);
      await room.addIntegration('carrier pigeon');
      await room.integration.fill('goo');
      await page.getByRole('option', { name: 'Google Calendar' }).click();
      await room.addIntegration('SLACK');
      await expect(room.chips).toHaveText(['carrier pigeon', 'Google Calendar', 'Slack']);
      await room.submit.click();
      await expect(room.chip('carrier pigeon')).toContainText('refused');
      for (const label of ['Google Calendar', 'Slack']) await expect(room.chip(label)).not.toContainText('refused');
      await expect(room.form.getByText('“carrier pigeon” is not a supported integration.')).toBeVisible();
      await expect(room.integration).toBeFocused();
      await expect(room.objective).toHaveValue(/^Remind skippers/);
    },
  },
  {
    name: 'without it the request is submitted, and its draft is gone',
    run: async ({ page }) => {
      const room = createAgentsPage(page);
      await room.chip('carrier pigeon').getByRole('button').click();
      await expect(room.chips).toHaveText(['Google Calendar', 'Slack']);
      await room.submit.click();
      const panel = room.panel(name);
      await expect(panel).toContainText('Google Calendar, Slack');
      await expect(panel.getByRole('listitem').filter({ hasText: 'Pending review' })).toHaveAttribute(
        'aria-current',
        'step',
      );
      await expect(room.requestRow(name)).toContainText('Pending review');
      await expect(room.drafts).toHaveCount(0);
    },
  },
  {
    name: 'the delivery console assigns, dates and moves it along',
    run: async ({ page }) => {
      const room = createAgentsPage(page);
      const panel = room.panel(name);
      await room.console.getByRole('textbox', { name: 'Engineer' }).fill('Hanna Sundby');
      await room.console.getByRole('button', { name: 'Assign: Engineer' }).click();
      await expect(room.requestRow(name)).toContainText('Hanna Sundby');
      await room.console.getByRole('textbox', { name: 'UAT date' }).fill('2031-03-03T10:00');
      await room.console.getByRole('button', { name: 'Set: UAT date' }).click();
      await expect(panel.getByText('As first said')).toBeVisible();
      await room.console.getByRole('textbox', { name: 'UAT date' }).fill('2031-03-15T10:00');
      await room.console.getByRole('button', { name: 'Move: UAT date' }).click();
      await expect(panel.getByText('Moved once, 12 days later than first said')).toBeVisible();
      const download = page.waitForEvent('download');
      await panel.getByRole('button', { name: 'Add to calendar' }).click();
      expect((await download).suggestedFilename()).toBe('uat-Harbour-reminders.ics');
      await room.console.getByRole('button', { name: 'Start development' }).click();
      await expect(room.requestRow(name)).toContainText('In development');
      await room.console.getByRole('button', { name: 'Move to UAT' }).click();
      await expect(room.requestRow(name)).toContainText('UAT');
    },
  },
  {
    name: 'it is delivered as an agent with the greeting that was written',
    run: async ({ page }) => {
      const room = createAgentsPage(page);
      await room.console.getByRole('button', { name: 'Deliver…' }).click();
      const greeting = room.deliverDialog.getByRole('textbox', { name: 'Greeting' });
      await expect(greeting).toHaveValue(
        `Hi {first_name}, this is ${name}, an automated assistant. Do you have a moment?`,
      );
      await greeting.fill('Ahoy {first_name}, this is the harbour, an automated assistant.');
      await expect(room.deliverDialog.getByRole('region', { name: 'How it will sound' })).toContainText(
        'Ahoy Wilhelmina, ',
      );
      await room.deliverDialog.getByRole('button', { name: 'Deliver agent' }).click();
      await expect(room.agentRow(name)).toContainText('Active');
      await expect(room.requestRow(name)).toContainText('Delivered');
      await expect(room.console).toBeHidden();
      await expect(room.panel(name), 'the focus stays where the console was').toBeFocused();
    },
  },
  {
    name: 'the new agent calls at once',
    run: async ({ page }) => {
      const room = createAgentsPage(page);
      await room
        .agentRow(name)
        .getByRole('button', { name: `Place a call with ${name}` })
        .click();
      const calls = createCallsPage(page);
      await calls.number.fill('+14155550132');
      await calls.panel.getByRole('textbox', { name: 'Value of first_name' }).fill('Mei');
      await expect(calls.greeting).toContainText('Ahoy Mei, this is the harbour');
      await calls.selectOption('Recipient', 'Interested');
      await calls.submit.click();
      const said = page.getByRole('region', { name: 'What was said' });
      await expect(said).toContainText('Ahoy Mei, this is the harbour', { timeout: 120_000 });
      await room.open();
      await expect(room.agentRow(name).getByRole('cell', { name: '1', exact: true })).toBeVisible();
    },
  },
  {
    name: 'an agent that is archived places no calls until it is taken back',
    run: async ({ page }) => {
      const room = createAgentsPage(page);
      await room.agentRow(name).getByRole('button', { name, exact: true }).click();
      const panel = room.panel(name);
      await panel.getByRole('button', { name: 'Retire' }).click();
      await page
        .getByRole('alertdialog', { name: 'Retire agent' })
        .getByRole('button', { name: 'Retire agent' })
        .click();
      await expect(room.agentRow(name)).toContainText('Retired');
      await expect(room.agentRow(name).getByRole('button', { name: /^Place a call/ })).toHaveAttribute(
        'aria-disabled',
        'true',
      );
      await panel.getByRole('button', { name: 'Take back' }).click();
      await expect(room.agentRow(name)).toContainText('Active');
    },
  },
  {
    name: 'a request can be rejected with a reason, and a draft thrown away and taken back',
    run: async ({ page }) => {
      const room = createAgentsPage(page);
      await page.keyboard.press('Escape');
      await room.openForm();
      await room.objective.fill('<b>Sell</b> everything');
      await page.keyboard.press('ControlOrMeta+Enter');
      const panel = room.panel('Agent without a name');
      await expect(panel).toContainText('<b>Sell</b> everything');
      await room.console.getByRole('button', { name: 'Reject…' }).click();
      await room.rejectDialog.getByRole('button', { name: 'Reject request' }).click();
      await expect(room.rejectDialog).toContainText('Say why.');
      await room.rejectDialog.getByRole('textbox', { name: 'Reason' }).fill('It would sell the harbour.');
      await room.rejectDialog.getByRole('button', { name: 'Reject request' }).click();
      await expect(panel).toContainText('It would sell the harbour.');
      await expect(room.requestRow('Agent without a name')).toContainText('Rejected');

      await room.openForm();
      await room.name.fill('Half a thought');
      await room.waitForSavedDraft();
      await room.form.getByRole('button', { name: 'Discard draft' }).click();
      await expect(room.drafts).toHaveCount(0);
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(room.drafts).toContainText(['Half a thought']);
    },
  },
];
