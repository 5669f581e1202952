import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { SqliteDatabase } from '../../../electron/service/platform/db/sqlite-database.ts';
import { createFileDatabases, databaseFile } from '../../../electron/service/platform/db/workspace-databases.ts';
import { migrations } from '../../../electron/service/workspaces/migrations.ts';
import { noCapabilities, type Capabilities } from '../../../shared/workspaces/connection.ts';
import { appRoutes } from '../../../shared/contract/contract.ts';
import type { DocumentRecord } from '../../../shared/knowledge/knowledge.ts';
import type { SyncStatus } from '../../../shared/workspaces/sync.ts';
import { createMemorySettings } from '../service/memory-settings.ts';
import { startService, type StartedService } from '../service/start-service.ts';
import { readUntil, subscribeToEvents } from '../service/subscribe-to-events.ts';
import { createTemporaryFolder } from '../service/temporary-folder.ts';
import { createTestKeychain } from '../service/test-keychain.ts';

export type RemoteAddress = { readonly baseUrl: string; readonly orgId: string; readonly apiKey: string };

export type LinkedWorkspace = Pick<StartedService, 'service' | 'v1' | 'app' | 'send'> & {
  readonly workspaceDir: string;
  readonly listFiles: () => readonly string[];
  readonly listDocuments: () => Promise<readonly DocumentRecord[]>;
  /** Resolves to the documents as soon as the condition is true. Checks it after each event. */
  readonly waitForDocuments: (
    isDone: (documents: readonly DocumentRecord[]) => boolean,
  ) => Promise<readonly DocumentRecord[]>;
  /** Reads a value after each event until the condition is true. */
  readonly waitUntil: <T>(read: () => Promise<T>, isDone: (value: T) => boolean) => Promise<T>;
  /** Resolves to the sync status as soon as the condition is true. */
  readonly waitForStatus: (isDone: (status: SyncStatus) => boolean) => Promise<SyncStatus>;
  /** Refreshes everything, and resolves to the status as soon as nothing is running any more. */
  readonly sync: () => Promise<SyncStatus>;
  /** Makes the changes so far a minute older. Until then, the remote may not have a new item everywhere. */
  readonly makeChangesOlder: () => void;
  /** Closes the service and opens its folder again. */
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/**
 * Starts the service with an open workspace, in a file, that is linked to a remote. The capabilities are stored as a check of the connection
 * stores them.
 */
export async function startLinkedWorkspace(
  { baseUrl, orgId, apiKey }: RemoteAddress,
  capabilities: Partial<Capabilities> = {},
): Promise<LinkedWorkspace> {
  const folder = await createTemporaryFolder();
  const options = {
    rateLimitPerMinute: 0,
    dataDir: folder.path,
    settings: createMemorySettings(),
    keychain: createTestKeychain(),
    databases: createFileDatabases(migrations),
  };
  let started = await startService(options);
  const connection = { base_url: baseUrl, org_id: orgId, api_key: apiKey };
  const { workspace_id } = await started.app(appRoutes.createWorkspace, {
    json: { kind: 'linked', name: 'Kestrel', connection },
  });
  const workspaceDir = join(folder.path, 'workspaces', workspace_id);
  const restart = async () => {
    await started.stop();
    started = await startService(options);
  };
  const changeDatabase = (change: (db: SqliteDatabase) => void) => {
    const db = new SqliteDatabase(join(workspaceDir, databaseFile));
    change(db);
    db.close();
  };
  await started.stop();
  changeDatabase((db) =>
    db.run(
      'UPDATE connection SET capabilities = ?, role = ?, checked_at = 1',
      JSON.stringify({ ...noCapabilities, ...capabilities }),
      'admin',
    ),
  );
  started = await startService(options);

  const waitUntil: LinkedWorkspace['waitUntil'] = async (read, isDone) =>
    readUntil(await subscribeToEvents(started.v1), () => true, read, isDone);
  const listDocuments = async () => (await started.app(appRoutes.listDocumentRecords, {})).data;
  const readStatus = async () => {
    const { status } = await started.app(appRoutes.getSyncStatus, {});
    if (!status) throw new Error('The workspace is not linked.');
    return status;
  };
  return {
    get service() {
      return started.service;
    },
    get v1() {
      return started.v1;
    },
    get app() {
      return started.app;
    },
    get send() {
      return started.send;
    },
    workspaceDir,
    listFiles: () => readdirSync(join(workspaceDir, 'files')),
    listDocuments,
    waitForDocuments: (isDone) => waitUntil(listDocuments, isDone),
    waitUntil,
    waitForStatus: (isDone) => waitUntil(readStatus, isDone),
    sync: async () => {
      await started.app(appRoutes.syncNow, {});
      return waitUntil(readStatus, ({ state }) => state !== 'syncing');
    },
    makeChangesOlder: () =>
      changeDatabase((db) => db.execute('UPDATE outbox_item SET settled_at = settled_at - 60000')),
    restart,
    stop: async () => {
      await started.stop();
      await folder.remove();
    },
  };
}
