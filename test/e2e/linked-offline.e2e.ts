import { expect, test } from '@playwright/test';
import { writeSample } from '../fixtures/sample-files.ts';
import { createAgentsPage } from '../helpers/pages/agents-page.ts';
import { fetchAsWindow } from '../helpers/service/fetch-as-window.ts';
import { createKnowledgePage, openKnowledge } from '../helpers/pages/knowledge-page.ts';
import { createSyncPage, linkWorkspace } from '../helpers/pages/linked-page.ts';
import { openInBrowser, type OpenWindow } from '../helpers/browser/open-window.ts';
import { startRemoteServer, type RemoteServer } from '../helpers/remote/start-remote-server.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';

const number = '+14155550177';
const formattedNumber = '+1 415 555 0177';

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
    callsBefore = await remote.countCalls();
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
    await expect(createSyncPage(page).chip).toHaveText('Offline');

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
    const { panel, waiting } = createSyncPage(page);
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
    await createSyncPage(page).chip.click();
    const syncNow = page.getByRole('button', { name: 'Sync now' });
    await page.setViewportSize({ width: 640, height: 400 });
    await expect(syncNow).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 1280, height: 800 });
    await syncNow.click();
    await expect(createSyncPage(page).chip).toHaveText('Up to date', { timeout: 60_000 });
    const { waiting, needsYou } = createSyncPage(page);
    await expect(waiting).toBeHidden();
    await expect(needsYou).toBeHidden();

    const titles = await remote.listDocumentTitles();
    expect(titles.filter((title) => title === 'ferry fares')).toHaveLength(1);
    expect(titles).not.toContain('Plans and pricing 2026');
    expect(await remote.countRequests('Ferry reminders')).toBe(1);
    expect(await remote.countCalls()).toBe(callsBefore + 1);
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
