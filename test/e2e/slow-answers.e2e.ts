import { expect, test, type Page } from '@playwright/test';
import { createAgentsPage } from '../helpers/agents-page.ts';
import { waitForView } from '../helpers/wait-for-view.ts';
import { createCallsPage } from '../helpers/calls-page.ts';
import { holdRequests } from '../helpers/hold-requests.ts';
import { createKeysPage } from '../helpers/keys-page.ts';
import { createWorkspaceOnFirstRun } from '../helpers/knowledge-page.ts';
import { openInBrowser, type OpenWindow } from '../helpers/open-window.ts';
import { dropResponse } from '../helpers/drop-response.ts';

test.describe.serial('where the service answers slowly', () => {
  let window: OpenWindow;
  let page: Page;
  const enter = async (room: string) => {
    await page.getByRole('link', { name: room, exact: true }).first().click();
    await waitForView(page, room);
  };
  /** Gives no answer to what is read there; tells how often that happened. */
  const cutOff = async (url: string) => {
    let count = 0;
    await page.route(url, (route) => {
      if (route.request().method() !== 'GET') return route.fallback();
      count += 1;
      return route.abort('connectionreset');
    });
    return () => count;
  };
  const told = (text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });

  test.beforeAll(async ({ browser }) => {
    window = await openInBrowser(browser);
    ({ page } = window);
    await createWorkspaceOnFirstRun(page, 'Harbour Office');
  });
  test.afterEach(() => page.unrouteAll());
  test.afterAll(() => window.close());

  test('the secret of a key waits for whoever went elsewhere while it was made', async () => {
    const room = createKeysPage(page);
    await enter('Keys');
    const making = await holdRequests(page, 'POST', '**/v1/keys');
    await room.createButton.click();
    await room.name.fill('Nightly export');
    await page.keyboard.press('Enter');
    await expect.poll(making.count).toBe(1);
    await page.keyboard.press('Escape');
    await enter('Team');
    making.release();
    await page.getByRole('button', { name: 'Show its secret' }).click();
    await expect(room.secretDialog('Nightly export').getByLabel('Secret', { exact: true })).toContainText('swb_');
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await expect(room.row('Nightly export')).toHaveCount(1);
  });

  test('a key whose answer was lost is made once', async () => {
    const room = createKeysPage(page);
    await dropResponse(page, '**/v1/keys');
    await room.createButton.click();
    await room.name.fill('Weekly export');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Make a key' })).toContainText('could not be reached');
    await page.keyboard.press('Enter');
    await expect(room.secretDialog('Weekly export')).toContainText('Rotate the key for another one');
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await expect(room.row('Weekly export')).toHaveCount(1);
  });

  test('a setting that could not be kept takes no later one back with it', async () => {
    await enter('Settings');
    const changing = await holdRequests(page, 'PATCH', '**/app/settings');
    await page.getByRole('radio', { name: 'Dark' }).click();
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
    await page.getByRole('radio', { name: 'Large', exact: true }).click();
    await expect(page.getByRole('radio', { name: 'Large', exact: true })).toBeChecked();
    expect(changing.count(), 'one after the other').toBe(1);
    changing.abort();
    await expect(told('The setting was not kept')).toBeAttached();
    await expect(page.getByRole('radio', { name: 'System' })).toBeChecked();
    await expect(page.getByRole('radio', { name: 'Large', exact: true })).toBeChecked();
    await page.reload();
    await expect(page.getByRole('radio', { name: 'Large', exact: true })).toBeChecked();
  });

  test('a brief that is left and opened again goes on with what was typed last', async () => {
    const room = createAgentsPage(page);
    await room.open();
    await room.openForm();
    const saving = await holdRequests(page, 'POST', '**/app/saved-items');
    await room.objective.fill('Remind skippers');
    await room.open();
    await expect.poll(saving.count).toBe(1);
    await page.goBack();
    await expect(room.objective).toHaveValue('Remind skippers');
    await room.objective.fill('Remind skippers of the berth');
    saving.release();
    await room.waitForSavedDraft();
    await room.open();
    await room.drafts.first().click();
    await expect(room.objective).toHaveValue('Remind skippers of the berth');
  });

  test('a brief stays open where its drafts cannot be read again', async () => {
    const room = createAgentsPage(page);
    const reading = await cutOff('**/app/saved-items');
    await room.audience.fill('Skippers with a berth');
    await room.waitForSavedDraft();
    await expect.poll(reading).toBeGreaterThan(0);
    await expect(room.audience).toHaveValue('Skippers with a berth');
  });

  test('whoever left a draft that is being discarded stays where they went', async () => {
    const room = createAgentsPage(page);
    const discarding = await holdRequests(page, 'DELETE', '**/app/saved-items/*');
    await room.form.getByRole('button', { name: 'Discard draft' }).click();
    await expect.poll(discarding.count).toBe(1);
    await enter('Team');
    discarding.release();
    await expect(page.getByText('The draft was discarded').first()).toBeVisible();
    await expect(page).toHaveURL(/#\/team/);
  });

  test('a request is moved once, and what is typed meanwhile stays', async () => {
    const room = createAgentsPage(page);
    await room.open();
    await room.openForm();
    await room.name.fill('Harbour reminders');
    await room.objective.fill('Remind skippers of the berth that ends soon');
    await room.submit.click();
    await expect(room.panel('Harbour reminders')).toBeVisible();
    await expect(room.requestRow('Harbour reminders')).toBeVisible();

    const engineer = room.console.getByRole('textbox', { name: 'Engineer' });
    const changing = await holdRequests(page, 'PATCH', '**/app/agent-requests/*');
    await engineer.fill('Hanna');
    await page.keyboard.press('Enter');
    await engineer.fill('Hanna Sundby');
    changing.release();
    await expect(room.requestRow('Harbour reminders')).toContainText('Hanna');
    await expect(engineer).toHaveValue('Hanna Sundby');

    const moves: string[] = [];
    page.on('request', (request) => request.url().endsWith('/moves') && moves.push(request.method()));
    const reading = await holdRequests(page, 'GET', '**/app/agent-requests');
    const start = room.console.getByRole('button', { name: 'Start development' });
    await start.click();
    await expect.poll(reading.count).toBeGreaterThan(0);
    await start.click();
    reading.release();
    await expect(room.requestRow('Harbour reminders')).toContainText('In development');
    expect(moves).toEqual(['POST']);
    await expect(told('was not changed')).toHaveCount(0);
  });

  test('a search that failed does not say that nobody said it', async () => {
    await cutOff('**/app/calls?*');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or run' }).fill('lighthouse keeper');
    await expect(told('The calls could not be searched')).toBeVisible();
    await expect(page.getByText('and nobody said it')).toHaveCount(0);
    await page.keyboard.press('Escape');
  });

  test('a verification tells whoever left how it came out', async () => {
    await enter('Activity');
    const verifying = await holdRequests(page, 'GET', '**/v1/activity/verification');
    await page.getByRole('button', { name: 'Verify' }).click();
    await expect.poll(verifying.count).toBe(1);
    await enter('Team');
    verifying.release();
    await expect(page.getByText(/^The activity was verified\. \d+ rows/).first()).toBeVisible();
  });

  test('words that are still being typed bring nobody back to the calls', async () => {
    const room = createCallsPage(page);
    await room.open();
    await page.clock.install();
    const loading = await holdRequests(page, 'GET', '**/team-view*.js');
    await page.reload();
    await room.search.fill('refund');
    await page.getByRole('link', { name: 'Team', exact: true }).click();
    await expect.poll(loading.count).toBe(1);
    await page.clock.runFor(1_000);
    loading.release();
    await expect(page.getByRole('heading', { name: 'Team', level: 1, exact: true })).toBeVisible();
    await expect(page).toHaveURL(/#\/team/);
  });

  test('a list of workspaces that cannot be read is not taken for none', async () => {
    await page.route('**/app/session', (route) =>
      route.fulfill({ json: { version: '1', workspace: null, org_id: null, role: 'admin' } }),
    );
    await cutOff('**/app/workspaces');
    await page.reload();
    await expect(told('The workspaces could not be listed')).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('button', { name: 'Harbour Office' })).toBeVisible();
  });
});
