import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import type { Role } from '../../shared/contract/roles.ts';
import {
  startLinkedService,
  startServiceWithRemote,
  type ServiceWithRemote,
} from '../helpers/remote/start-linked-service.ts';
import { startService } from '../helpers/service/start-service.ts';
import { startStrictRemote } from '../helpers/remote/strict-remote.ts';
import { openEventStream } from '../helpers/service/subscribe-to-events.ts';
import { createTestKeychain } from '../helpers/service/test-keychain.ts';
import { upload } from '../helpers/service/upload.ts';

let started: ServiceWithRemote;
beforeEach(async () => {
  started = await startServiceWithRemote();
});
afterEach(() => started.stop());

const openLocal = () =>
  started.app(appRoutes.createWorkspace, { json: { kind: 'local', name: 'Local', industry: '', email: '' } });
const params = () => ({ workspace_id: started.workspaceId });

test('a linked workspace sends its changes while another one is open, also if the remote of a third one hangs', async () => {
  const hanging = await startStrictRemote();
  hanging.setFault('getOrganization', { waitBefore: new Promise(() => {}) });
  const connection = { base_url: hanging.baseUrl, org_id: hanging.orgId, api_key: hanging.keys.admin };
  await started.app(appRoutes.createWorkspace, { json: { kind: 'linked', name: 'Hanging', connection } });
  await hanging.waitForRequests('getOrganization');
  await started.app(appRoutes.openWorkspace, { params: params() });
  started.remote.setFault('uploadDocument', { status: 429, headers: { 'Retry-After': '1' } });
  await upload(started.v1, 'Opening hours', 'The bell tower is open on Sundays.');
  await started.remote.waitForRequests('uploadDocument');
  await openLocal();
  started.remote.setFault('uploadDocument', null);
  started.service.resume();
  await started.remote.waitForRequests('uploadDocument', 2);
  expect((await started.v1(v1Routes.listDocuments, {})).data).toEqual([]);
  await started.service.close();
  await hanging.close();
});

test('a change of the network sends a request at once, although another one still waits for its answer', async () => {
  const silent = await startStrictRemote();
  silent.setFault('getOrganization', { waitBefore: new Promise(() => {}) });
  let change = () => {};
  const watchNetwork = (onChange: () => void) => {
    change = onChange;
    return () => {};
  };
  const linked = await startLinkedService(silent, { watchNetwork });
  await silent.waitForRequests('getOrganization');
  change();
  await silent.waitForRequests('getOrganization', 2);
  await linked.stop();
  await silent.close();
}, 15_000); // the other request ends by itself after 30 seconds

test('the opening of another workspace is in the activity of that one', async () => {
  await openLocal();
  const { data } = await started.app(appRoutes.listActivityEntries, {});
  expect(data.map(({ summary }) => summary)).toEqual(['Created workspace “Local”']);
});

test('a linked workspace is opened in the background at the start', async () => {
  await openLocal();
  await started.service.close();
  const count = started.remote.countRequests('getOrganization');
  const again = await startService({ dataDir: started.dataDir, keychain: createTestKeychain(started.store) });
  await started.remote.waitForRequests('getOrganization', count + 1);
  expect((await again.app(appRoutes.getSession, {})).workspace).toBeNull();
  await again.stop();
});

test('one in the background can be renamed, opened and removed', async () => {
  await openLocal();
  await started.app(appRoutes.renameWorkspace, { params: params(), json: { name: 'Renamed' } });
  await started.app(appRoutes.openWorkspace, { params: params() });
  expect((await started.app(appRoutes.getSession, {})).workspace).toMatchObject({ name: 'Renamed', kind: 'linked' });
  await upload(started.v1, 'Opening hours', 'The bell tower is open on Sundays.');
  await started.remote.waitForRequests('uploadDocument');
  await openLocal();
  await started.app(appRoutes.deleteWorkspace, { params: params() });
  const { data } = await started.app(appRoutes.listWorkspaces, {});
  expect(data.map(({ name }) => name)).toEqual(['Local', 'Local']);
  expect([...started.store.secrets.keys()].filter((account) => account.startsWith(started.workspaceId))).toEqual([]);
});

test('one in the background can be restored from a snapshot', async () => {
  const { snapshot_id } = await started.app(appRoutes.createSnapshot, { params: params() });
  await openLocal();
  await started.app(appRoutes.restoreSnapshot, { params: params(), json: { snapshot_id } });
  const { workspace } = await started.app(appRoutes.getSession, {});
  expect(workspace).toMatchObject({ workspace_id: started.workspaceId, kind: 'linked', error: null });
});

test('the window is told which workspace in the background needs the user, and of nothing else there', async () => {
  started.remote.setFault('uploadDocument', { status: 429, headers: { 'Retry-After': '60' } });
  await upload(started.v1, 'Opening hours', 'The bell tower is open on Sundays.');
  await started.remote.waitForRequests('uploadDocument');
  await openLocal();
  const events = openEventStream(await started.app(appRoutes.streamAppEvents, {}));
  started.remote.setFault('uploadDocument', { status: 422, message: 'The title is taken.' });
  started.service.resume();
  await events.waitFor(({ type }) => type === 'reset');
  const seen: string[] = [];
  const event = await events.waitForNext((next) => {
    seen.push(next.type);
    return next.type === 'background.event' && next.event.type === 'outbox_item.undecided';
  });
  expect(event).toMatchObject({ workspace_id: started.workspaceId, workspace_name: 'Kestrel' });
  expect(new Set(seen)).toEqual(new Set(['background.event']));
  await events.stop();
});

describe('the events of a workspace in the background depend on the role there', () => {
  /** Has two uploads refused while another workspace is open. Resolves to the types of the events of which the window is told. */
  const listTold = async (role: { readonly linked: Role; readonly local: Role }): Promise<readonly string[]> => {
    started.remote.setFault('uploadDocument', { status: 429, headers: { 'Retry-After': '60' } });
    await upload(started.v1, 'Opening hours', 'The bell tower is open on Sundays.');
    await upload(started.v1, 'Prices', 'A visit costs four dollars.');
    await started.remote.waitForRequests('uploadDocument');
    if (role.linked !== 'admin') await started.app(appRoutes.changeRole, { json: { role: role.linked } });
    await openLocal();
    if (role.local !== 'admin') await started.app(appRoutes.changeRole, { json: { role: role.local } });
    const events = openEventStream(await started.app(appRoutes.streamAppEvents, {}));
    started.remote.setFault('uploadDocument', { status: 422, message: 'The title is taken.' });
    started.service.resume();
    const told: string[] = [];
    const failed = new Set<string>();
    await events.waitFor((next) => {
      if (next.type !== 'background.event') return false;
      told.push(next.event.type);
      if (next.event.type === 'document.changed' && next.event.status === 'failed') failed.add(next.event.document_id);
      return failed.size === 2; // each is told in one go with the change that needs a decision
    });
    await events.stop();
    return told;
  };

  test('a Viewer of the open workspace receives the changes of another one', async () => {
    expect(await listTold({ linked: 'admin', local: 'viewer' })).toContain('outbox_item.undecided');
  });

  test('a Viewer of the other workspace does not receive its changes', async () => {
    expect(await listTold({ linked: 'viewer', local: 'admin' })).not.toContain('outbox_item.undecided');
  });
});
