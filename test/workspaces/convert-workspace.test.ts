import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import type { SyncStatus } from '../../shared/workspaces/sync.ts';
import { startCallService, type CallService } from '../helpers/service/start-call-service.ts';
import { removeRecordings, startRemoteDemo } from '../helpers/remote/start-remote-demo.ts';
import { startStrictRemote, type StrictRemote } from '../helpers/remote/strict-remote.ts';
import { openEventStream, readUntil } from '../helpers/service/subscribe-to-events.ts';
import {
  createMemorySecretStore,
  createTestKeychain,
  type MemorySecretStore,
} from '../helpers/service/test-keychain.ts';
import { replace, uploadAndWait, waitForVersion } from '../helpers/service/upload.ts';
import { waitForCall } from '../helpers/service/wait-for-call.ts';

let service: CallService;
let remote: StrictRemote;
let store: MemorySecretStore;
beforeEach(async () => {
  store = createMemorySecretStore();
  remote = await startStrictRemote();
  service = await startCallService({ keychain: createTestKeychain(store) });
});
afterEach(async () => {
  await service.stop();
  await remote.close();
});

const getConnection = () => ({ base_url: remote.baseUrl, org_id: remote.orgId, api_key: remote.keys.admin });
const link = (json: { readonly document_ids?: string[]; readonly request_ids?: string[] } = {}) =>
  service.app(appRoutes.linkWorkspace, { json: { connection: getConnection(), ...json } });
const submit = async (name: string) =>
  (await service.v1(v1Routes.submitAgentRequest, { json: { name, objective: `Objective of ${name}` } })).request_id;
const listDocuments = async () => (await service.app(appRoutes.listDocumentRecords, {})).data;
const waitForSync = async (isDone: (status: SyncStatus) => boolean) =>
  readUntil(
    openEventStream(await service.app(appRoutes.streamAppEvents, {})),
    ({ type }) => type === 'sync.changed' || type === 'reset',
    async () => (await service.app(appRoutes.getSyncStatus, {})).status,
    (status) => status !== null && isDone(status),
  );
/** Waits until the chosen documents are uploaded, each of which the remote then uses as its first version. */
const finishUpload = async ({ state }: StrictRemote) => {
  await waitForSync(({ waiting }) => waiting === 0);
  for (const [id, document] of state.documents)
    state.documents.set(id, { ...document, status: 'active', chunks_created: 1, version: 1 });
  await service.app(appRoutes.syncNow, {});
  const statuses = Array.from(state.documents, () => 'active');
  await expect.poll(async () => (await listDocuments()).map(({ status }) => status)).toEqual(statuses);
};
const getSession = () => service.app(appRoutes.getSession, {});

describe('linking a local workspace', () => {
  test('is previewed: documents with their sizes, pending build requests, and what stays', async () => {
    const { document_id } = await uploadAndWait(service.v1, 'Rota', 'The lamp is trimmed at dusk.');
    const request_id = await submit('Collections');
    const moved = await submit('Moved on');
    await service.app(appRoutes.moveAgentRequest, { params: { request_id: moved }, json: { to: 'in_development' } });
    await service.v1(v1Routes.saveItem, {
      json: { kind: 'metadata_template', name: 'Lead', value: { metadata: { lead: '1' } } },
    });
    expect(await service.app(appRoutes.previewLink, {})).toEqual({
      documents: [{ document_id, title: 'Rota', file_name: 'Rota.txt', size_bytes: 28, status: 'active' }],
      requests: [{ request_id, name: 'Collections', objective: 'Objective of Collections' }],
      agents: 1,
      templates: 1,
    });
    expect(remote.requests, 'nothing was sent').toEqual([]);
  });

  test('sends what was chosen, and keeps the rest on this computer', async () => {
    const chosen = await uploadAndWait(service.v1, 'Rota', 'The lamp is trimmed at dusk.');
    const left = await uploadAndWait(service.v1, 'Diary', 'Fog again.');
    const request_id = await submit('Collections');
    const { queued } = await link({ document_ids: [chosen.document_id], request_ids: [request_id] });
    expect(queued).toBe(2);
    const upload = await remote.waitForRequests('uploadDocument');
    expect(upload.upload).toMatchObject({ fields: { title: 'Rota' }, fileName: 'Rota.txt' });
    expect(upload.upload?.bytes.toString()).toBe('The lamp is trimmed at dusk.');
    const submitted = await remote.waitForRequests('submitAgentRequest');
    expect(submitted.json).toMatchObject({ name: 'Collections', objective: 'Objective of Collections' });
    expect((await getSession()).workspace).toMatchObject({ kind: 'linked', remote_host: new URL(remote.baseUrl).host });
    const documents = await listDocuments();
    expect(documents.find(({ document_id }) => document_id === chosen.document_id)?.status).toBe('processing');
    expect(documents.find(({ document_id }) => document_id === left.document_id)).toMatchObject({
      status: 'failed',
      error: { code: 'remote', detail: expect.stringContaining('Only on this computer') },
    });
    await waitForSync(({ waiting }) => waiting === 0);
    expect([remote.countRequests('uploadDocument'), remote.countRequests('submitAgentRequest')]).toEqual([1, 1]);
  });

  test('sends the current version of a document, and explains that one in progress was not sent', async () => {
    const { document_id } = await uploadAndWait(service.v1, 'Rota', 'The lamp is trimmed at dusk.');
    await replace(service.v1, document_id, 'The lamp is trimmed at dawn. '.repeat(500), 'new.txt');
    await link({ document_ids: [document_id] });
    const upload = await remote.waitForRequests('uploadDocument');
    expect(upload.upload?.bytes.toString()).toBe('The lamp is trimmed at dusk.');
    await finishUpload(remote);
    const error = { code: 'remote', detail: expect.stringContaining('it was not sent to the remote') };
    const next_version = { version: 2, status: 'failed', error };
    expect(await listDocuments()).toMatchObject([{ status: 'active', version: 1, next_version }]);
  });

  test('withdraws offers to replace documents, which the remote makes itself', async () => {
    const text = (time: string) =>
      `The lamp is trimmed at ${time} by the keeper, who then winds the clock, reads the barometer, writes both into the log, and wakes the boy who feeds the hens.`;
    const older = await uploadAndWait(service.v1, 'Rota', text('4'));
    const { document_id } = await uploadAndWait(service.v1, 'Winter rota', text('5'));
    expect(await listDocuments()).toMatchObject([{ similar: { title: 'Rota' } }, {}]);
    await link({ document_ids: [older.document_id, document_id] });
    await finishUpload(remote);
    expect(await listDocuments()).toMatchObject([
      { status: 'active', similar: null },
      { status: 'active', similar: null },
    ]);
  });

  test('keeps calls as simulated history, archives agents, and ends local billing', async () => {
    const call_id = await service.placeSimulatedCall({ persona: 'no_answer' });
    await waitForCall(service.v1, call_id);
    await link();
    const timeline = await service.v1(v1Routes.getCallTimeline, { params: { call_id } });
    expect(timeline.simulated).toBe(true);
    const call = await service.app(appRoutes.getCallDetails, { params: { call_id } });
    expect(call.status).toBe('no_answer');
    const { data } = await service.app(appRoutes.listAgentRecords, {});
    expect(data.map(({ status }) => status)).toEqual(['archived']);
    expect((await service.app(appRoutes.getBillingOverview, {})).plan).toBeNull();
    const { data: activity } = await service.app(appRoutes.listActivityEntries, { query: {} });
    expect(activity[0]).toMatchObject({ operation: 'linkWorkspace', subject_label: new URL(remote.baseUrl).host });
    expect((await service.v1(v1Routes.verifyActivity, {})).violation).toBeNull();
  });

  test.each([
    [
      'was not sent',
      { status: 429 },
      'queued',
      'It was canceled before it was sent. The document is only on this computer, so agents do not use it. To send it, upload its file again.',
    ],
    [
      'the remote refused',
      { status: 422, message: 'The title is taken.' },
      'rejected',
      'The title is taken. The document is only on this computer, so agents do not use it. To send it, upload its file again.',
    ],
    [
      'has an unknown outcome',
      { drop: 'after' },
      'unknown',
      'The connection broke before the remote had responded. The remote may have stored this document. Its upload was canceled. If the remote has the document, add it by its ID, and delete this one.',
    ],
  ] as const)('keeps a document whose upload %s when it is canceled, and says only what is known', async (...row) => {
    const [, fault, state, detail] = row;
    const { document_id } = await uploadAndWait(service.v1, 'Rota', 'The lamp is trimmed at dusk.');
    remote.setFault('uploadDocument', fault);
    await link({ document_ids: [document_id] });
    await remote.waitForRequests('uploadDocument');
    const [item] = await readUntil(
      openEventStream(await service.app(appRoutes.streamAppEvents, {})),
      ({ type }) => type === 'sync.changed' || type === 'reset',
      async () => (await service.app(appRoutes.listOutboxItems, {})).data,
      ([first]) => first?.state === state && first.attempts === 1,
    );
    expect(item?.keeps_document).toBe(true);
    await service.app(appRoutes.cancelOutboxItem, { params: { item_id: item?.item_id ?? '' } });
    const error = { code: 'remote', detail };
    expect(await listDocuments()).toMatchObject([{ document_id, status: 'failed', error }]);
  });

  test('changes nothing if something that was chosen is gone, or the address is wrong', async () => {
    await expect(link({ document_ids: ['doc_0'] })).rejects.toMatchObject({ code: 'document_not_found' });
    await expect(link({ request_ids: ['abr_0'] })).rejects.toMatchObject({ code: 'request_not_found' });
    const connection = { ...getConnection(), base_url: 'http://voice.example/v1' };
    await expect(service.app(appRoutes.linkWorkspace, { json: { connection } })).rejects.toMatchObject({
      code: 'connection_invalid',
      errors: [{ pointer: '/connection/base_url' }],
    });
    expect((await getSession()).workspace?.kind).toBe('local');
    expect([...store.secrets.keys()].filter((account) => account.endsWith('/remote-key'))).toEqual([]);
  });

  test('is refused for a linked workspace, the demo, and an organization that another workspace is linked to', async () => {
    await link();
    const refused = { code: 'not_linkable' };
    await expect(link()).rejects.toMatchObject(refused);
    await expect(service.app(appRoutes.previewLink, {})).rejects.toMatchObject(refused);
    await service.app(appRoutes.createWorkspace, { json: { kind: 'local', name: 'Second' } });
    await expect(link()).rejects.toMatchObject({ code: 'already_linked' });
    await service.app(appRoutes.createWorkspace, { json: { kind: 'demo' } });
    await expect(service.app(appRoutes.previewLink, {})).rejects.toMatchObject(refused);
  });

  test('and unlinking it keeps the history, and processes documents that were not sent here again', async () => {
    const { document_id } = await uploadAndWait(service.v1, 'Rota', 'The lamp is trimmed at dusk.');
    remote.setFault('uploadDocument', { status: 429 });
    await link({ document_ids: [document_id] });
    await remote.waitForRequests('uploadDocument');
    expect(await service.app(appRoutes.unlinkWorkspace, {})).toEqual({ canceled: 1, unknown: 0 });
    const documents = await readUntil(
      openEventStream(await service.app(appRoutes.streamAppEvents, {})),
      ({ type }) => type === 'document.changed' || type === 'reset',
      listDocuments,
      ([first]) => first?.status === 'active',
    );
    expect(documents).toMatchObject([{ document_id, status: 'active' }]);
    expect(await service.app(appRoutes.getBillingOverview, {})).toMatchObject({
      plan: null,
      remote: { is_linked: false },
    });
    expect((await service.app(appRoutes.listInvoiceRecords, {})).data).toEqual([]);
    expect([...store.secrets.keys()].filter((account) => account.endsWith('/remote-key'))).toEqual([]);
  });
});

describe('unlinking', () => {
  const unlink = () => service.app(appRoutes.unlinkWorkspace, {});
  const waitUntilActive = async (documentId: string) =>
    readUntil(
      openEventStream(await service.app(appRoutes.streamAppEvents, {})),
      ({ type }) => type === 'document.changed' || type === 'reset',
      listDocuments,
      (documents) => documents.find(({ document_id }) => document_id === documentId)?.status === 'active',
    );

  test.each([
    ['was not chosen', null],
    ['the remote refused', { status: 422 }],
    ['has an unknown outcome', { drop: 'after' }],
  ] as const)('a document that %s is a local one again, which agents use', async (_, fault) => {
    const { document_id } = await uploadAndWait(service.v1, 'Rota', 'The lamp is trimmed at dusk.');
    remote.setFault('uploadDocument', fault);
    await link({ document_ids: fault ? [document_id] : [] });
    if (fault) await waitForSync(({ needs_you }) => needs_you === 1);
    await unlink();
    await waitUntilActive(document_id);
    const { data } = await service.v1(v1Routes.searchKnowledge, { json: { query: 'When is the lamp trimmed?' } });
    expect(data[0]).toMatchObject({ document_id });
  });

  test.each(['active', 'archived'] as const)('an agent that was %s before the link is so again', async (status) => {
    const listAgents = async () => (await service.app(appRoutes.listAgentRecords, {})).data;
    const [agent] = await listAgents();
    await service.app(appRoutes.updateAgent, { params: { agent_id: agent?.agent_id ?? '' }, json: { status } });
    const before = await listAgents();
    await link();
    expect((await listAgents()).map((one) => one.status)).toEqual(['archived']);
    await unlink();
    expect(await listAgents()).toEqual(before);
    expect(before[0]?.status).toBe(status);
  });

  test('forgets the IDs of the remote, which can be those of other items on the next one', async () => {
    const { document_id } = await uploadAndWait(service.v1, 'Rota', 'The lamp is trimmed at dusk.');
    await link({ document_ids: [document_id] });
    await waitForSync(({ waiting }) => waiting === 0);
    const [documentId] = [...remote.state.documents.keys()];
    await unlink();
    const next = await startStrictRemote();
    const other = { document_id: documentId ?? '', title: 'Theirs', status: 'active', chunks_created: 1 };
    next.state.documents.set(other.document_id, other);
    const connection = { base_url: next.baseUrl, org_id: next.orgId, api_key: next.keys.admin };
    await service.app(appRoutes.linkWorkspace, { json: { connection } });
    await waitForSync(({ state }) => state === 'up_to_date');
    await service.v1(v1Routes.deleteDocument, { params: { document_id } });
    await service.app(appRoutes.syncNow, {});
    await waitForSync(({ state, waiting }) => state === 'up_to_date' && waiting === 0);
    expect([...next.state.documents.values()]).toEqual([other]);
    expect(await listDocuments()).toEqual([]);
    await next.close();
  });

  test('forgets the remote’s version numbers, which the next remote gives to other files', async () => {
    const { document_id } = await uploadAndWait(service.v1, 'Rota', 'The lamp is trimmed at dusk.');
    await link({ document_ids: [document_id] });
    await finishUpload(remote);
    await unlink();
    await replace(service.v1, document_id, 'The lamp is trimmed at dawn.', 'new.txt');
    await waitForVersion(service.v1, document_id, 2);
    const next = await startStrictRemote();
    const connection = { base_url: next.baseUrl, org_id: next.orgId, api_key: next.keys.admin };
    await service.app(appRoutes.linkWorkspace, { json: { connection, document_ids: [document_id] } });
    await finishUpload(next);
    expect(await listDocuments()).toMatchObject([{ version: 2, file_name: 'new.txt' }]);
    await next.close();
  });
});

test('a second service receives the documents and the build requests of a linked workspace', async () => {
  const second = await startRemoteDemo('recorded');
  removeRecordings(second);
  const { document_id } = await uploadAndWait(service.v1, 'Rota', 'The lamp is trimmed at dusk.');
  const request_id = await submit('Collections');
  const connection = { base_url: second.baseUrl, org_id: second.orgId, api_key: second.keys.admin };
  await service.app(appRoutes.linkWorkspace, {
    json: { connection, document_ids: [document_id], request_ids: [request_id] },
  });
  const documents = await readUntil(
    openEventStream(await service.app(appRoutes.streamAppEvents, {})),
    ({ type }) => type === 'document.changed' || type === 'sync.changed' || type === 'reset',
    listDocuments,
    (records) => records.find((record) => record.document_id === document_id)?.status === 'active',
  );
  expect(documents.filter(({ title }) => title === 'Rota')).toHaveLength(1);
  const { data } = await second.v1(v1Routes.listDocuments, { query: {} });
  expect(data.filter(({ title }) => title === 'Rota')).toHaveLength(1);
  await second.stop();
});
