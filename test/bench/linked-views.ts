import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { chromium } from '@playwright/test';
import Conf from 'conf';
import { openDatabase } from '../../electron/service/platform/db/open-database.ts';
import { migrations } from '../../electron/service/workspaces/migrations.ts';
import { databaseFile } from '../../electron/service/platform/db/workspace-databases.ts';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { dayMs } from '../../shared/text/duration.ts';
import { chromiumLaunchOptions } from '../helpers/browser/chromium-launch-options.ts';
import { prepareLargeWorkspace } from '../helpers/data/prepare-large-workspace.ts';
import { startHost } from '../helpers/service/start-host.ts';
import { startService } from '../helpers/service/start-service.ts';
import { createTemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { createMemorySecretStore, createTestKeychain } from '../helpers/service/test-keychain.ts';
import { getKeychainVariables } from '../sync/kill/linked-process.ts';
import { printRows, type BenchRow } from './bench-row.ts';
import { measureViews } from './first-rows.ts';
import { waitUntil, withServedRemote, type Remote } from './linked-remote.ts';

const remoteSize = { years: 2, callCount: 10_000, activityCount: 100, recordsPerKind: 300 };

/**
 * Measures how long each view of a linked workspace needs for its first rows, without cached data, while its remote accepts
 * connections and never answers.
 */
export async function bench(): Promise<readonly BenchRow[]> {
  const folder = await createTemporaryFolder();
  const dataDir = `${folder.path}/data`;
  const keychainPath = `${folder.path}/keychain.json`;
  const prepareRemote = (remoteDir: string) => prepareLargeWorkspace(remoteDir, remoteSize);
  const port = await withServedRemote(prepareRemote, async (remote) => {
    await mirror(remote, { dataDir, keychainPath });
    return Number(new URL(remote.base_url).port);
  });
  let connections = 0;
  const silent = createServer((socket) => {
    connections++;
    socket.on('error', () => {}); // the host ends
  });
  silent.listen(port, '127.0.0.1');
  await once(silent, 'listening');
  const host = await startHost(dataDir, { variables: getKeychainVariables(keychainPath) });
  const browser = await chromium.launch(chromiumLaunchOptions);
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(host.windowUrl);
    await page.locator('#root > *').first().waitFor({ state: 'attached' }); // signed in
    const rows = await measureViews(page, 'of a linked workspace whose remote does not answer');
    if (connections === 0) throw new Error('The workspace sent nothing to its remote.');
    return rows;
  } finally {
    await browser.close();
    await host.stop();
    silent.close();
    await folder.remove();
  }
}

type Mirror = { readonly dataDir: string; readonly keychainPath: string };

/** Fetches everything that the remote has into a linked workspace, and stores its API key for the next start. */
async function mirror(remote: Remote, { dataDir, keychainPath }: Mirror): Promise<void> {
  const store = createMemorySecretStore();
  // The settings of the browser host, so that it opens this workspace at its start.
  const settings = new Conf({ cwd: dataDir, configName: 'settings' });
  const { app, v1, stop } = await startService({ dataDir, settings, keychain: createTestKeychain(store) });
  const linked = { kind: 'linked', name: 'Linked', connection: remote } as const;
  const { workspace_id } = await app(appRoutes.createWorkspace, { json: linked });
  await v1(v1Routes.createApiKey, { json: { name: 'Nightly export', role: 'viewer' } });
  const countCalls = async () => (await app(appRoutes.listCallRecords, { query: { limit: 1 } })).total;
  const isRefreshed = async () =>
    (await app(appRoutes.getSyncStatus, {})).status?.parts.every(({ refreshed_at }) => refreshed_at !== null);
  await waitUntil(async () => (await countCalls()) === remoteSize.callCount && (await isRefreshed()) === true);
  await stop();
  dateCalls(`${dataDir}/workspaces/${workspace_id}/${databaseFile}`);
  await writeFile(keychainPath, JSON.stringify(Object.fromEntries(store.secrets)));
}

/** Gives each call a date, as calls that are placed here have: the remote sends none, and Insights count no call without one. */
function dateCalls(path: string): void {
  const db = openDatabase(path, migrations);
  db.run('UPDATE call SET created_at = ? - abs(random()) % ?', Date.now(), remoteSize.years * 365 * dayMs);
  db.close();
}

if (import.meta.main) printRows(await bench());
