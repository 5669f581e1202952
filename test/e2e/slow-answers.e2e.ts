import { expect, test, type Page } from '@playwright/test';
import { lastOverviewId } from '../../shared/window/bridge.ts';
import { createAgentsPage } from '../helpers/pages/agents-page.ts';
import { waitForView } from '../helpers/browser/wait-for-view.ts';
import { createCallsPage } from '../helpers/pages/calls-page.ts';
import { holdRequests } from '../helpers/remote/hold-requests.ts';
import { createKeysPage } from '../helpers/pages/keys-page.ts';
import { createWorkspaceOnFirstRun } from '../helpers/pages/knowledge-page.ts';
import { openInBrowser, type OpenWindow } from '../helpers/browser/open-window.ts';
import { dropResponse } from '../helpers/remote/drop-response.ts';

test.describe.serial('with slow responses of the service', () => {
  let window: OpenWindow;
  let page: Page;
  const goTo = async (view: string) => {
    await page.getByRole('link', { name: view, exact: true }).first().click();
    await waitForView(page, view);
  };
  /** Drops the responses of all GET requests to a URL. */
  const dropReads = (url: string) =>
    page.route(url, (route) =>
      route.request().method() === 'GET' ? route.abort('connectionreset') : route.fallback(),
    );
  const alert = (text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });

  test.beforeAll(async ({ browser }) => {
    window = await openInBrowser(browser);
    ({ page } = window);
    await createWorkspaceOnFirstRun(page, 'Harbour Office');
  });
  test.afterEach(() => page.unrouteAll());
  test.afterAll(() => window.close());

  test('a new secret remains available after the user has left the view', async () => {
    const keys = createKeysPage(page);
    await goTo('API keys');
    const creation = await holdRequests(page, 'POST', '**/v1/keys');
    await keys.createButton.click();
    await keys.name.fill('Nightly export');
    await page.keyboard.press('Enter');
    await creation.waitForRequest();
    await page.keyboard.press('Escape');
    await goTo('Team');
    creation.release();
    await page.getByRole('button', { name: 'View API key' }).click();
    await expect(keys.secretDialog('Nightly export').getByLabel('API key', { exact: true })).toContainText('swb_');
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(keys.row('Nightly export')).toHaveCount(1);
  });

  test('an API key is created once if the response is lost', async () => {
    const keys = createKeysPage(page);
    await dropResponse(page, '**/v1/keys');
    await keys.createButton.click();
    await keys.name.fill('Weekly export');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Create API key' })).toContainText('could not be reached');
    await page.keyboard.press('Enter');
    await expect(keys.secretDialog('Weekly export')).toContainText('Rotate the key to get a new one');
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(keys.row('Weekly export')).toHaveCount(1);
  });

  test('a setting that could not be saved does not revert later changes', async () => {
    await goTo('Settings');
    const updates = await holdRequests(page, 'PATCH', '**/app/settings');
    await page.getByRole('radio', { name: 'Dark' }).click();
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
    await page.getByRole('radio', { name: 'Large', exact: true }).click();
    await expect(page.getByRole('radio', { name: 'Large', exact: true })).toBeChecked();
    expect(updates.count(), 'one after the other').toBe(1);
    updates.abort();
    await expect(alert('The setting could not be saved')).toBeAttached();
    await expect(page.getByRole('radio', { name: 'System' })).toBeChecked();
    await expect(page.getByRole('radio', { name: 'Large', exact: true })).toBeChecked();
    await page.reload();
    await expect(page.getByRole('radio', { name: 'Large', exact: true })).toBeChecked();
  });

  test('a brief that is reopened contains the latest text', async () => {
    const agents = createAgentsPage(page);
    await agents.open();
    await agents.openForm();
    const saves = await holdRequests(page, 'POST', '**/v1/saved-items');
    await agents.objective.fill('Remind skippers');
    await agents.open();
    await saves.waitForRequest();
    await page.goBack();
    await expect(agents.objective).toHaveValue('Remind skippers');
    await agents.objective.fill('Remind skippers of the berth');
    saves.release();
    await agents.waitForSavedDraft();
    await agents.open();
    await agents.drafts.first().click();
    await expect(agents.objective).toHaveValue('Remind skippers of the berth');
  });

  test('a brief stays open if its drafts cannot be refetched', async () => {
    const agents = createAgentsPage(page);
    await dropReads('**/v1/saved-items');
    const failedRead = page.waitForEvent('requestfailed', (request) => request.method() === 'GET');
    await agents.audience.fill('Skippers with a berth');
    await agents.waitForSavedDraft();
    await failedRead;
    await expect(agents.audience).toHaveValue('Skippers with a berth');
  });

  test('discarding a draft does not navigate a user who has left it', async () => {
    const agents = createAgentsPage(page);
    const deletion = await holdRequests(page, 'DELETE', '**/v1/saved-items/*');
    await agents.form.getByRole('button', { name: 'Discard draft' }).click();
    await deletion.waitForRequest();
    await goTo('Team');
    deletion.release();
    await expect(page.getByText('Draft discarded').first()).toBeVisible();
    await expect(page).toHaveURL(/#\/team/);
  });

  test('a build request is moved once, and text typed meanwhile is kept', async () => {
    const agents = createAgentsPage(page);
    await agents.open();
    await agents.openForm();
    await agents.name.fill('Harbour reminders');
    await agents.objective.fill('Remind skippers of the berth that ends soon');
    await agents.submit.click();
    await expect(agents.panel('Harbour reminders')).toBeVisible();
    await expect(agents.requestRow('Harbour reminders')).toBeVisible();

    const engineer = agents.console.getByRole('textbox', { name: 'Engineer' });
    const updates = await holdRequests(page, 'PATCH', '**/app/agent-requests/*');
    await engineer.fill('Hanna');
    await page.keyboard.press('Enter');
    await engineer.fill('Hanna Sundby');
    updates.release();
    await expect(agents.requestRow('Harbour reminders')).toContainText('Hanna');
    await expect(engineer).toHaveValue('Hanna Sundby');

    const moves: string[] = [];
    page.on('request', (request) => request.url().endsWith('/moves') && moves.push(request.method()));
    const listReads = await holdRequests(page, 'GET', '**/app/agent-requests');
    const start = agents.deliveryButton('Start development');
    await start.click();
    await listReads.waitForRequest();
    await start.click();
    listReads.release();
    await expect(agents.requestRow('Harbour reminders')).toContainText('In development');
    expect(moves).toEqual(['POST']);
    await expect(alert('was not changed')).toHaveCount(0);
  });

  test('a failed search does not claim that there are no results', async () => {
    await dropReads('**/app/calls?*');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or run a command' }).fill('lighthouse keeper');
    await expect(alert('Calls could not be searched')).toBeVisible();
    await expect(page.getByText('No results for')).toHaveCount(0);
    await page.keyboard.press('Escape');
  });

  test('the result of a verification is shown after the user has left the view', async () => {
    await goTo('Activity');
    const verification = await holdRequests(page, 'GET', '**/v1/activity/verification');
    await page.getByRole('button', { name: 'Verify' }).click();
    await verification.waitForRequest();
    await goTo('Team');
    verification.release();
    await expect(page.getByText(/^Verified: \d+ entries/).first()).toBeVisible();
  });

  test('a pending search does not navigate back to the calls', async () => {
    const calls = createCallsPage(page);
    await calls.open();
    await page.clock.install();
    const viewScript = await holdRequests(page, 'GET', '**/team-view*.js');
    await page.reload();
    await calls.search.fill('refund');
    await page.getByRole('link', { name: 'Team', exact: true }).click();
    await viewScript.waitForRequest();
    await page.clock.runFor(1_000);
    viewScript.release();
    await expect(page.getByRole('heading', { name: 'Team', level: 1, exact: true })).toBeVisible();
    await expect(page).toHaveURL(/#\/team/);
  });

  test('until the session is known, the frame is shown as it was last, and its links work', async () => {
    await goTo('Knowledge');
    const frame = page.getByRole('complementary', { name: 'Sidebar' });
    const before = await frame.boundingBox();
    const released = Promise.withResolvers<void>();
    let isSignedIn = false;
    await page.route('**/app/session', async (route) => {
      if (isSignedIn) await released.promise;
      isSignedIn = true; // a page in a browser asks for the session to sign in, and then for its data
      await route.fallback();
    });
    await page.reload();
    await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'true');
    await expect(page.getByRole('status')).toHaveText('Opening…');
    expect(await frame.boundingBox()).toEqual(before);
    await expect(page.getByText('Harbour Office'), 'nothing of the workspace is shown').toHaveCount(0);
    const settings = page.getByRole('link', { name: 'Settings', exact: true });
    const place = await settings.boundingBox();
    await page.getByRole('link', { name: 'Team', exact: true }).press('Enter');
    await expect(page.getByRole('heading', { name: 'Team', level: 1 })).toBeVisible();
    released.resolve();
    await expect(page.getByRole('button', { name: 'Workspace: Harbour Office' })).toBeVisible();
    await waitForView(page, 'Team');
    await expect(page.getByRole('link', { name: 'Team', exact: true })).toBeFocused();
    expect(await settings.boundingBox(), 'nothing moves').toEqual(place);
  });

  for (const [what, html] of [
    ['the last overview', '<main><h2>As it was</h2></main>'],
    ['a last overview whose end is missing', '<main><h2>As it was</h2><p class="text-mut'],
  ])
    test(`${what} is shown, pale and inert, until the current one has loaded`, async () => {
      await goTo('Overview');
      const overview = await holdRequests(page, 'GET', '**/app/overview*');
      await page.route(
        ({ pathname }) => pathname === '/',
        async (route) => {
          const response = await route.fetch();
          const body = await response.text();
          // As Electron adds it.
          const last = `<div id="${lastOverviewId}" inert>${html}</div></body>`;
          await route.fulfill({ response, body: body.replace('</body>', () => last) });
        },
      );
      await page.reload();
      const last = page.locator(`#${lastOverviewId}`);
      await expect(last.getByText('As it was')).toBeVisible();
      await expect(last).toHaveCSS('opacity', '0.6');
      await expect(last).toHaveAttribute('inert');
      await overview.waitForRequest();
      await page.getByRole('link', { name: 'Overview', exact: true }).waitFor(); // the frame, below it
      await expect(last).toBeVisible();
      overview.release();
      await expect(last).toHaveCount(0);
      await waitForView(page, 'Overview');
    });

  test('an unavailable list of workspaces is not shown as empty', async () => {
    await page.route('**/app/session', (route) =>
      route.fulfill({
        json: {
          version: '1',
          workspace: null,
          org_id: null,
          role: 'admin',
          highest_role: 'admin',
          member: null,
          asks_for_member: false,
        },
      }),
    );
    await dropReads('**/app/workspaces');
    await page.reload();
    await expect(alert('Workspaces could not be loaded')).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('button', { name: 'Harbour Office' })).toBeVisible();
  });
});
