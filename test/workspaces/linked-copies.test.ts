import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { appRoutes } from '../../shared/contract/contract.ts';
import { findFilesWith } from '../helpers/desktop/record-secrets.ts';
import { startServiceWithRemote, type ServiceWithRemote } from '../helpers/remote/start-linked-service.ts';
import { readUntil, subscribeToEvents } from '../helpers/service/subscribe-to-events.ts';
import { upload } from '../helpers/service/upload.ts';

let started: ServiceWithRemote;
beforeEach(async () => {
  started = await startServiceWithRemote();
});
afterEach(() => started.stop());

const readPending = async () => (await started.app(appRoutes.listDocumentRecords, {})).data[0]?.pending ?? null;

/** Uploads while the remote refuses, copies the workspace, and lets the remote receive the document then. */
async function copyBeforeSent<Copy>(copy: () => Promise<Copy>): Promise<Copy> {
  started.remote.setFault('uploadDocument', { status: 429 });
  await upload(started.v1, 'Opening hours', 'The bell tower is open on Sundays.');
  await started.remote.waitForRequests('uploadDocument');
  const copied = await copy();
  started.remote.setFault('uploadDocument', null);
  await started.app(appRoutes.syncNow, {});
  await readUntil(
    await subscribeToEvents(started.v1),
    ({ type }) => type === 'sync.changed',
    readPending,
    (pending) => pending === null,
  );
  expect(started.remote.state.documents.size).toBe(1);
  return copied;
}

test('a change of a restored snapshot is not sent again automatically', async () => {
  const params = { workspace_id: started.workspaceId };
  const { snapshot_id } = await copyBeforeSent(() => started.app(appRoutes.createSnapshot, { params }));
  const sent = started.remote.countRequests('uploadDocument');
  await started.app(appRoutes.restoreSnapshot, { params, json: { snapshot_id } });
  expect(await readPending()).toMatchObject({
    state: 'unknown',
    reason: expect.stringContaining('restored from a copy'),
  });
  await started.app(appRoutes.syncNow, {});
  await started.remote.waitForRequests('getUsage', started.remote.countRequests('getUsage') + 1);
  expect(started.remote.countRequests('uploadDocument')).toBe(sent);
  expect(started.remote.state.documents.size).toBe(1);
});

test('a backup contains no API key; restored, it is a linked workspace without one', async () => {
  const backup = await copyBeforeSent(() => started.app(appRoutes.createBackup, { json: {} }));
  const folder = join(started.dataDir, 'backups');
  expect(readdirSync(folder)).toHaveLength(1);
  expect(findFilesWith(started.dataDir, [started.remote.keys.admin])).toEqual([]);
  const params = { backup_id: backup.backup_id };
  const workspace = await started.app(appRoutes.restoreBackup, { params, json: {} });
  await started.app(appRoutes.openWorkspace, { params: { workspace_id: workspace.workspace_id } });
  const { connection } = await started.app(appRoutes.getConnection, {});
  expect(connection).toMatchObject({ base_url: started.remote.baseUrl, key_hint: null });
  expect(await readPending()).toMatchObject({ state: 'unknown' });
});
