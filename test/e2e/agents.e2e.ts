import { expect, test } from '@playwright/test';
import { createAgentsPage } from '../helpers/pages/agents-page.ts';
import { waitForView } from '../helpers/browser/wait-for-view.ts';
import { openInBrowser, type OpenWindow } from '../helpers/browser/open-window.ts';
import { dropResponse } from '../helpers/remote/drop-response.ts';
import { agentsJourney } from './agents-journey.ts';

test.describe.serial('agents, in Chromium', () => {
  let window: OpenWindow;

  test.beforeAll(async ({ browser }) => {
    window = await openInBrowser(browser);
  });
  test.afterAll(() => window.close());

  for (const { name, run } of agentsJourney) test(name, () => run(window));

  test('submitting again after a lost response creates one request', async () => {
    const { page } = window;
    const agents = createAgentsPage(page);
    const name = 'Tide tables';
    await agents.openForm();
    await agents.name.fill(name);
    await agents.objective.fill('Inform skippers when the tide is high');
    await agents.waitForSavedDraft();
    const viewLeft = Promise.withResolvers<void>();
    await dropResponse(page, '**/v1/agents/requests', viewLeft.promise);
    await agents.submit.click();
    await page.getByRole('link', { name: 'Team', exact: true }).click();
    await waitForView(page, 'Team');
    viewLeft.resolve();
    await expect(page.getByRole('alert').filter({ hasText: 'may not have been submitted' })).toBeAttached();
    await agents.open();
    await agents.drafts.filter({ hasText: name }).click();
    await agents.submit.click();
    await expect(agents.panel(name)).toBeVisible();
    await expect(agents.requestRow(name)).toHaveCount(1);
    await expect(agents.drafts.filter({ hasText: name })).toHaveCount(0);
  });
});
