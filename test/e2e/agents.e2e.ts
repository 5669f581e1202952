import { expect, test } from '@playwright/test';
import { createAgentsPage } from '../helpers/agents-page.ts';
import { waitForView } from '../helpers/wait-for-view.ts';
import { openInBrowser, type OpenWindow } from '../helpers/open-window.ts';
import { dropResponse } from '../helpers/drop-response.ts';
import { agentsJourney } from './agents-journey.ts';

test.describe.serial('agents, in Chromium', () => {
  let window: OpenWindow;

  test.beforeAll(async ({ browser }) => {
    window = await openInBrowser(browser);
  });
  test.afterAll(() => window.close());

  for (const { name, run } of agentsJourney) test(name, () => run(window));

  test('a brief that was left while its reply was lost is sent again, and makes one request', async () => {
    const { page } = window;
    const room = createAgentsPage(page);
    const name = 'Tide tables';
    await room.openForm();
    await room.name.fill(name);
    await room.objective.fill('Tell skippers when the tide is high');
    await room.waitForSavedDraft();
    const left = Promise.withResolvers<void>();
    await dropResponse(page, '**/v1/agents/requests', left.promise);
    await room.submit.click();
    await page.getByRole('link', { name: 'Team', exact: true }).click();
    await waitForView(page, 'Team');
    left.resolve();
    await expect(page.getByRole('alert').filter({ hasText: 'may not have been submitted' })).toBeAttached();
    await room.open();
    await room.drafts.filter({ hasText: name }).click();
    await room.submit.click();
    await expect(room.panel(name)).toBeVisible();
    await expect(room.requestRow(name)).toHaveCount(1);
    await expect(room.drafts.filter({ hasText: name })).toHaveCount(0);
  });
});
