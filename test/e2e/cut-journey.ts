import { expect, type Page } from '@playwright/test';
import { appRoutes, routeTreePaths, v1Routes } from '../../shared/contract/contract.ts';
import type { OutboxItem, SyncStatus } from '../../shared/workspaces/sync.ts';
import { writeSample } from '../fixtures/sample-files.ts';
import { copyDemoFolder } from '../helpers/data/demo-folder.ts';
import { fetchAsWindow } from '../helpers/service/fetch-as-window.ts';
import { createKnowledgePage, openKnowledge } from '../helpers/pages/knowledge-page.ts';
import { createSyncPage, linkWorkspace } from '../helpers/pages/linked-page.ts';
import { startRemoteServer, type RemoteServer } from '../helpers/remote/start-remote-server.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';

/** An application that can be killed. */
export type KillableWindow = { readonly page: Page; readonly kill: () => Promise<void> };

/** An application on its data folder, and the remote of its workspace behind a network that can be cut. */
export type CutRun = {
  readonly folder: TemporaryFolder;
  readonly remote: RemoteServer;
  readonly open: (dataDir: string) => Promise<KillableWindow>;
  window: KillableWindow;
  callsBefore: number;
};

/** Starts a remote that does not say whether it honours Idempotency-Key, and the application. */
export async function startCutRun(open: CutRun['open']): Promise<CutRun> {
  const folder = await createTemporaryFolder();
  copyDemoFolder(`${folder.path}/remote`);
  const remote = await startRemoteServer(`${folder.path}/remote`);
  remote.setDescribed(false);
  const window = await open(`${folder.path}/data`);
  return { folder, remote, open, window, callsBefore: await remote.countCalls() };
}

export async function stopCutRun({ window, remote, folder }: CutRun): Promise<void> {
  await window.kill();
  await remote.stop();
  await folder.remove();
}

const deletedTitle = 'Plans and pricing 2026';
const uploadedTitle = 'ferry fares';
const requestName = 'Ferry reminders';
const questions = [`Upload “${uploadedTitle}”`, 'Call +1 415 555 0177', `Submit “${requestName}”`] as const;

/** What happens to each kind of change if the network is cut while it is being sent. The steps build on each other. */
export const cutJourney: readonly { readonly name: string; readonly run: (run: CutRun) => Promise<void> }[] = [
  {
    name: 'the network is cut while each kind of change is being sent',
    run: async ({ window: { page }, remote, folder, callsBefore }) => {
      await linkWorkspace(page, remote);
      const { data: agents } = await fetchAsWindow<{ data: readonly { agent_id: string }[] }>(page, '/v1/agents');
      const { data: documents } = await fetchAsWindow<{
        data: readonly { document_id: string; title: string }[];
      }>(page, `${routeTreePaths.v1}${v1Routes.listDocuments.path}`);
      const deleted = documents.find(({ title }) => title === deletedTitle);
      remote.setChangesCut(true);
      remote.proxy.hold();

      await openKnowledge(page);
      const fares = 'A bicycle costs four pounds on the ferry. '.repeat(1_000);
      await createKnowledgePage(page).fileInput.setInputFiles([
        await writeSample(folder.path, 'ferry_fares.txt', fares),
      ]);
      await fetchAsWindow(page, `/v1/knowledge/documents/${deleted?.document_id}`, { method: 'DELETE' });
      await fetchAsWindow(page, '/v1/agents/requests', {
        json: { name: requestName, objective: 'Remind passengers of their ferry.' },
      });
      await fetchAsWindow(page, '/v1/calls/outbound', {
        json: { agent_id: agents[0]?.agent_id, recipient_number: '+14155550177' },
      });
      await expect.poll(() => listStates(page)).toEqual(Array.from({ length: 4 }, () => 'in_flight'));

      remote.proxy.release();
      await expect.poll(remote.countCalls).toBe(callsBefore + 1);
      await expect.poll(() => remote.countRequests(requestName)).toBe(1);
      const countQuestions = async () => (await listStates(page)).filter((state) => state === 'unknown').length;
      await expect.poll(countQuestions).toBe(questions.length);
      await remote.proxy.setOnline(false);
    },
  },
  {
    name: 'after a kill, each of them is kept, and nothing is sent without the API key',
    run: async (run) => {
      await run.window.kill();
      run.window = await run.open(`${run.folder.path}/data`);
      const { page } = run.window;
      const sync = createSyncPage(page);
      // Without a keychain, the key was in the memory of the killed process.
      await expect(page.getByRole('alert', { name: 'API key needed' })).toBeVisible();
      await expect(sync.chip).toHaveText('API key needed');
      await sync.chip.click();
      for (const name of questions) await expectQuestion(page, name);
      await expect(sync.needsYou.getByRole('listitem')).toHaveCount(questions.length);
    },
  },
  {
    name: 'once the network and the key are back, what is safe is sent, and the rest waits with a question',
    run: async ({ window: { page }, remote, callsBefore }) => {
      remote.setChangesCut(false);
      await remote.proxy.setOnline(true);
      const banner = page.getByRole('alert', { name: 'API key needed' });
      await banner.getByRole('link', { name: 'Replace API key' }).click();
      await page.getByRole('button', { name: 'Enter API key…' }).click();
      await page.getByLabel('API key', { exact: true }).fill(remote.connection.api_key);
      await page.keyboard.press('Enter');
      // The chip counts the questions at once, also while the deletion is still being sent.
      await expect.poll(() => listStates(page)).toEqual(['unknown', 'unknown', 'unknown']);
      await expect.poll(() => readStatus(page)).toMatchObject({ state: 'needs_you', needs_you: 3, waiting: 0 });
      await expect(createSyncPage(page).chip).toHaveText('3 need you');
      const titles = await remote.listDocumentTitles();
      expect(titles).not.toContain(deletedTitle);
      expect(titles, 'its file was cut').not.toContain(uploadedTitle);
      expect(await remote.countCalls()).toBe(callsBefore + 1);
      expect(await remote.countRequests(requestName)).toBe(1);
    },
  },
  {
    name: 'with the answers of the user, each change is made once',
    run: async ({ window: { page }, remote, callsBefore }) => {
      const sync = createSyncPage(page);
      const [upload, ...made] = questions;
      await sync.chip.click();
      const question = (name: string) => sync.needsYou.getByRole('listitem', { name });
      await question(upload).getByRole('button', { name: 'Send again' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Send again' }).click();
      for (const name of made) {
        await question(name).getByRole('button', { name: 'Mark as done…' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Mark as done' }).click();
        await expect(question(name)).toBeHidden();
      }
      await expect(sync.chip).toHaveText('Up to date');
      expect(await listStates(page)).toEqual([]);
      expect((await remote.listDocumentTitles()).filter((title) => title === uploadedTitle)).toHaveLength(1);
      expect(await remote.countCalls()).toBe(callsBefore + 1);
      expect(await remote.countRequests(requestName)).toBe(1);
    },
  },
];

/** Returns the states of the changes that are neither done nor canceled. */
async function listStates(page: Page): Promise<readonly string[]> {
  const path = `${routeTreePaths.app}${appRoutes.listOutboxItems.path}`;
  const { data } = await fetchAsWindow<{ data: readonly OutboxItem[] }>(page, path);
  return data.map(({ state }) => state);
}

async function readStatus(page: Page): Promise<SyncStatus | null> {
  const path = `${routeTreePaths.app}${appRoutes.getSyncStatus.path}`;
  return (await fetchAsWindow<{ status: SyncStatus | null }>(page, path)).status;
}

/** Checks that a change says what is not known, and offers what the user can do about it. */
async function expectQuestion(page: Page, name: string): Promise<void> {
  const item = createSyncPage(page).needsYou.getByRole('listitem', { name });
  await expect(item).toContainText('Outcome unknown');
  await expect(item).toContainText(/The remote may have (stored|placed|received) this/);
  await expect(item.getByRole('button', { name: 'Mark as done…' })).toBeVisible();
  await expect(item.getByRole('button', { name: 'Send again' })).toBeVisible();
}
