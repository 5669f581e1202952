import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { startServiceWithRemote, type ServiceWithRemote } from '../helpers/remote/start-linked-service.ts';
import { startService } from '../helpers/service/start-service.ts';
import { createTestKeychain } from '../helpers/service/test-keychain.ts';
import { upload } from '../helpers/service/upload.ts';
import { waitForDocument } from '../helpers/service/wait-for-document.ts';
import { connectToWorkspace } from '../helpers/service/test-database.ts';

let started: ServiceWithRemote;
beforeEach(async () => {
  started = await startServiceWithRemote();
});
afterEach(() => started.stop());

const unlink = () => started.app(appRoutes.unlinkWorkspace, {});

test('unlinking makes the workspace a local one, without its API key', async () => {
  expect(await unlink()).toEqual({ canceled: 0, unknown: 0 });
  const { workspace, org_id } = await started.app(appRoutes.getSession, {});
  expect(workspace).toMatchObject({ workspace_id: started.workspaceId, kind: 'local', remote_host: null });
  expect(await started.v1(v1Routes.getOrganization, { params: { org_id: org_id ?? '' } })).toBeDefined();
  expect((await started.app(appRoutes.getConnection, {})).connection).toBeNull();
  expect((await started.app(appRoutes.getSyncStatus, {})).status).toBeNull();
  expect(started.store.secrets.has(`${started.workspaceId}/remote-key`)).toBe(false);
  await expect(unlink()).rejects.toMatchObject({ code: 'not_linked' });
});

test('unlinking is in the activity of the workspace, which can be linked again', async () => {
  await unlink();
  const { data } = await started.app(appRoutes.listActivityEntries, {});
  expect(data[0]?.summary).toBe(`Unlinked workspace from 127.0.0.1:${started.remote.port}`);
  const connection = {
    base_url: started.remote.baseUrl,
    org_id: started.remote.orgId,
    api_key: started.remote.keys.admin,
  };
  const again = await started.app(appRoutes.createWorkspace, { json: { kind: 'linked', name: 'Again', connection } });
  expect(again).toMatchObject({ kind: 'linked', name: 'Again' });
});

test('a document that was not sent is canceled, and then processed on this computer', async () => {
  started.remote.setFault('uploadDocument', { status: 429, message: 'Busy' });
  const documentId = await upload(started.v1, 'Opening hours', 'The bell tower is open on Sundays.');
  await started.remote.waitForRequests('uploadDocument');
  expect(await unlink()).toEqual({ canceled: 1, unknown: 0 });
  expect(await waitForDocument(started.v1, documentId)).toMatchObject({ status: 'active' });
  const sent = started.remote.countRequests('uploadDocument');
  const found = await started.v1(v1Routes.searchKnowledge, { json: { query: 'bell tower' } });
  expect(found.data[0]).toMatchObject({ document_id: documentId });
  expect(started.remote.countRequests('uploadDocument')).toBe(sent);
});

test('a document that was sent, and that the remote could not process, stays unused', async () => {
  started.remote.setFault('getDocument', { change: (document) => ({ ...document, status: 'failed' }) });
  const documentId = await upload(started.v1, 'Opening hours', 'The bell tower is open on Sundays.');
  await started.remote.waitForRequests('uploadDocument');
  expect(await waitForDocument(started.v1, documentId)).toMatchObject({ status: 'failed' });
  expect(await unlink()).toEqual({ canceled: 0, unknown: 0 });
  expect(await waitForDocument(started.v1, documentId)).toMatchObject({
    status: 'failed',
    error: { detail: 'The remote could not process this document.' },
  });
});

describe('a call', () => {
  const place = async () =>
    (
      await started.app(appRoutes.placeRemoteCall, {
        json: { remote_agent_id: 'agt_remote', recipient_number: '+15550100' },
      })
    ).call_id;
  const readCall = (call_id: string) => started.app(appRoutes.getCallDetails, { params: { call_id } });

  test.each([
    ['that is being placed', { waitAfter: new Promise(() => {}) }],
    ['whose response was lost', { drop: 'after' }],
    ['that a gateway answered', { statusAfter: 503 }],
  ] as const)('%s may have been placed', async (_, fault) => {
    started.remote.setFault('placeCall', fault);
    const callId = await place();
    await started.remote.waitForRequests('placeCall');
    expect(await unlink()).toEqual({ canceled: 0, unknown: 1 });
    expect(await readCall(callId)).toMatchObject({
      status: 'failed',
      reason: 'The workspace was unlinked before the remote had accepted this call. It may have been placed.',
    });
  });

  test('that waits is canceled', async () => {
    started.remote.setFault('placeCall', { status: 429 });
    const callId = await place();
    await started.remote.waitForRequests('placeCall');
    expect(await unlink()).toEqual({ canceled: 1, unknown: 0 });
    expect(await readCall(callId)).toMatchObject({
      status: 'canceled',
      reason: 'The workspace was unlinked before this call was sent.',
    });
  });
});

test('calls and documents whose outcome is unknown are settled with the reason', async () => {
  await started.service.close();
  const db = connectToWorkspace(join(started.dataDir, 'workspaces', started.workspaceId));
  const { org_id = '' } = db.get<{ org_id: string }>('SELECT org_id FROM workspace') ?? {};
  const insertCall = (id: string, status: string) =>
    db.run(
      `INSERT INTO call (call_id, org_id, agent_id, agent_name, recipient_number, mode, placed_by, status, created_at,
         metadata, persona, speed)
       VALUES (?, ?, 'agt_1', 'Front desk', '+15550100', 'remote', 'window', ?, 1, '{}', 'cooperative', 'fast')`,
      id,
      org_id,
      status,
    );
  db.run(
    `INSERT INTO agent (agent_id, org_id, name, objective, audience, greeting, voice, status, created_at)
     VALUES ('agt_1', ?, 'Front desk', 'Ask', '', '', 'slt', 'active', 1)`,
    org_id,
  );
  insertCall('call_unsent', 'queued');
  insertCall('call_live', 'in_progress');
  db.run(`INSERT INTO remote_item (kind, local_id, remote_id) VALUES ('call', 'call_live', 'call_9')`);
  const insertDocument = (id: string, status: string) =>
    db.run(
      `INSERT INTO document (document_id, org_id, title, file_name, size_bytes, sha256, status, added_at)
       VALUES (?, ?, ?, '', 0, '', ?, 1)`,
      id,
      org_id,
      id,
      status,
    );
  insertDocument('doc_processing', 'processing');
  insertDocument('doc_active', 'active');
  db.close();

  const again = await startService({ dataDir: started.dataDir, keychain: createTestKeychain(started.store) });
  started.remote.setFault('getCall', { status: 503 });
  started.remote.setFault('getDocument', { status: 503 });
  await again.app(appRoutes.openWorkspace, { params: { workspace_id: started.workspaceId } });
  await again.app(appRoutes.unlinkWorkspace, {});
  const readCall = (call_id: string) => again.app(appRoutes.getCallDetails, { params: { call_id } });
  expect(await readCall('call_unsent')).toMatchObject({
    status: 'canceled',
    reason: expect.stringMatching(/was sent/),
  });
  expect(await readCall('call_live')).toMatchObject({ status: 'failed', reason: expect.stringMatching(/outcome/) });
  const { data } = await again.v1(v1Routes.listDocuments, {});
  expect(Object.fromEntries(data.map(({ title, status }) => [title, status]))).toEqual({
    doc_processing: 'failed',
    doc_active: 'active',
  });
  await again.stop();
});
