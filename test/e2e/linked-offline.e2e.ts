import { expect, test, type Page } from '@playwright/test';
import { appRoutes, routeTreePaths, v1Routes } from '../../shared/contract.ts';
import { writeSample } from '../fixtures/sample-files.ts';
import { createAgentsPage } from '../helpers/agents-page.ts';
import { fetchAsWindow } from '../helpers/fetch-as-window.ts';
import { createKnowledgePage, openKnowledge } from '../helpers/knowledge-page.ts';
import { openInBrowser, type OpenWindow } from '../helpers/open-window.ts';
import { startRemoteServer, type RemoteServer } from '../helpers/start-remote-server.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/temporary-folder.ts';

const number = '+14155550177';
const formattedNumber = '+1 415 555 0177';

/** Creates a workspace that is linked to a remote, and waits until everything is fetched. */
async function linkWorkspace(page: Page, { connection }: RemoteServer): Promise<void> {
  await expect(page.getByRole('button', { name: 'Try the demo' })).toBeVisible();
  await fetchAsWindow(page, `${routeTreePaths.app}${appRoutes.createWorkspace.path}`, {
    json: { kind: 'linked', name: 'Northwind at work', connection },
  });
  await fetchAsWindow(page, `${routeTreePaths.app}${appRoutes.checkConnection.path}`, { method: 'POST' });
  await page.reload();
  await expect(getChip(page)).toHaveText('Up to date', { timeout: 60_000 });
}

async function countCalls({ v1 }: RemoteServer): Promise<number> {
  return (await v1(v1Routes.listCalls, { query: { limit: 200 } })).data.length;
}

const getChip = (page: Page) => page.getByRole('button', { name: /: sync status$/ });

test.describe.serial('a linked workspace without a network', () => {
  let folder: TemporaryFolder;
  let remote: RemoteServer;
  let window: OpenWindow;
  let callsBefore: number;

  test.beforeAll(async ({ browser }) => {
    folder = await createTemporaryFolder();
    remote = await startRemoteServer(`${folder.path}/remote`);
    window = await openInBrowser(browser);
    await linkWorkspace(window.page, remote);
    callsBefore = await countCalls(remote);
  });
  test.afterAll(async () => {
    await window?.close();
    await remote?.stop();
    await folder?.remove();
  });

  test('keeps what the user does, and says that it waits', async () => {
    const { page } = window;
    await remote.proxy.setOnline(false);
    await openKnowledge(page);
    const knowledge = createKnowledgePage(page);
    await knowledge.fileInput.setInputFiles([
      await writeSample(folder.path, 'ferry_fares.txt', 'A bicycle costs four pounds on the ferry.'),
    ]);
    await expect(knowledge.rowOf('ferry fares')).toBeVisible();
    await expect(getChip(page)).toHaveText('Offline');

    await knowledge.rowOf('Plans and pricing 2026').getByRole('button').first().click();
    await page.getByRole('button', { name: 'Delete document' }).click();
    await knowledge.deleteDialog.getByRole('button', { name: 'Delete document' }).click();
    await expect(knowledge.deleteDialog).toBeHidden();

    const agents = createAgentsPage(page);
    await agents.open();
    await agents.openForm();
    await agents.name.fill('Ferry reminders');
    await agents.objective.fill('Remind passengers of their ferry.');
    await agents.submit.click();
    await expect(agents.panel('Ferry reminders')).toBeVisible();

    const { data } = await fetchAsWindow<{ data: readonly { agent_id: string }[] }>(page, '/v1/agents');
    const call = await fetchAsWindow<{ status: string }>(page, '/v1/calls/outbound', {
      json: { agent_id: data[0]?.agent_id, recipient_number: number },
    });
    expect(call.status).toBe('queued');

    await page.getByRole('button', { name: 'Offline: sync status' }).click();
    const panel = page.getByRole('region', { name: 'Sync status', exact: true });
    const waiting = panel.getByRole('list', { name: 'Waiting' });
    for (const name of [
      'Upload “ferry fares”',
      'Delete “Plans and pricing 2026”',
      'Submit “Ferry reminders”',
      `Call ${formattedNumber}`,
    ])
      await expect(waiting.getByRole('listitem', { name }), name).toBeVisible();
    await expect(panel.getByText(/refuses connections.*4 waiting changes are kept/)).toBeVisible();
    await page.keyboard.press('Escape');
  });

  test('sends each change once when the network is back', async () => {
    const { page } = window;
    await remote.proxy.setOnline(true);
    await getChip(page).click();
    await page.getByRole('button', { name: 'Sync now' }).click();
    await expect(getChip(page)).toHaveText('Up to date', { timeout: 60_000 });
    const panel = page.getByRole('region', { name: 'Sync status', exact: true });
    await expect(panel.getByRole('list', { name: 'Waiting' })).toBeHidden();
    await expect(panel.getByRole('list', { name: 'Needs you' })).toBeHidden();

    const documents = await remote.v1(v1Routes.listDocuments, { query: { limit: 200 } });
    const titles = documents.data.map(({ title }) => title);
    expect(titles.filter((title) => title === 'ferry fares')).toHaveLength(1);
    expect(titles).not.toContain('Plans and pricing 2026');
    const requests = await remote.v1(v1Routes.listAgentRequests, { query: { limit: 200 } });
    expect(requests.data.filter(({ name }) => name === 'Ferry reminders')).toHaveLength(1);
    expect(await countCalls(remote)).toBe(callsBefore + 1);
  });

  test('shows what the remote made of it', async () => {
    const { page } = window;
    await page.keyboard.press('Escape');
    await openKnowledge(page);
    const knowledge = createKnowledgePage(page);
    await knowledge.waitForActive('ferry fares');
    await expect(knowledge.rowOf('Plans and pricing 2026')).toBeHidden();
  });
});
