import { once } from 'node:events';
import { createServer, request as forward, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { noCapabilities } from '../../shared/workspaces/connection.ts';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import type { DocumentRecord } from '../../shared/knowledge/knowledge.ts';
import { startLinkedWorkspace, type LinkedWorkspace } from '../helpers/remote/start-linked-workspace.ts';
import { removeRecordings, startRemoteDemo, type RemoteDemo } from '../helpers/remote/start-remote-demo.ts';
import { upload } from '../helpers/service/upload.ts';

/** What this application's own service offers. */
const allCapabilities = Object.fromEntries(Object.keys(noCapabilities).map((id) => [id, true]));

describe('a workspace that is linked to another Switchboard', () => {
  let demo: RemoteDemo;
  let linked: LinkedWorkspace;

  beforeAll(async () => {
    demo = await startRemoteDemo('recorded');
    removeRecordings(demo);
    linked = await startLinkedWorkspace(address(demo.baseUrl), allCapabilities);
  });
  afterAll(async () => {
    await linked.stop();
    await demo.stop();
  });
  beforeEach(async () => {
    await linked.sync();
  });

  const address = (baseUrl: string) => ({ baseUrl, orgId: demo.orgId, apiKey: demo.keys.admin });
  const request = async (path: string, init: RequestInit = {}) => {
    const headers = { ...init.headers, Authorization: `Bearer ${demo.keys.admin}` };
    const response = await fetch(`${demo.baseUrl}${path}`, { ...init, headers });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json() as Promise<Record<string, unknown>>; // the routes of the test answer with objects
  };
  const listRemote = async () =>
    (await request('/knowledge/documents?limit=200'))['data'] as { document_id: string; title: string }[]; // as the contract says
  const uploadElsewhere = async (title: string) => {
    const body = new FormData();
    body.set('title', title);
    body.set('file', new File([`${title} is open from nine to five.`], 'elsewhere.txt'));
    return String((await request('/knowledge/documents', { method: 'POST', body }))['document_id']);
  };
  const findByTitle = async (title: string) => (await linked.listDocuments()).filter((one) => one.title === title);

  test('has the documents that were uploaded elsewhere, in their order', async () => {
    const documents = await linked.listDocuments();
    const remoteIds = (await listRemote()).map(({ document_id }) => document_id);
    expect(documents.length).toBeGreaterThan(3);
    expect(documents.map(({ remote }) => remote?.id)).toEqual(remoteIds);
    expect(
      documents.every(({ kind, sha256, added_at, status }) => kind && !sha256 && added_at && status === 'active'),
      'described by the remote, and not on this computer',
    ).toBe(true);
    expect(documents.every(({ document_id }) => !remoteIds.includes(document_id))).toBe(true);
    await linked.sync();
    expect(await linked.listDocuments(), 'after the next refresh').toHaveLength(documents.length);
  });

  test('follows documents that are added and deleted elsewhere', async () => {
    const remoteId = await uploadElsewhere('The harbour');
    await linked.sync();
    const [found] = await findByTitle('The harbour');
    expect(found).toMatchObject({ remote: { id: remoteId } });
    await request(`/knowledge/documents/${remoteId}`, { method: 'DELETE' });
    await linked.sync();
    expect(await findByTitle('The harbour')).toEqual([]);
  });

  test('uploads a document, follows it until it is active, shows its chunks and finds it', async () => {
    const document_id = await upload(
      linked.v1,
      'The lighthouse',
      'The lighthouse keeper answers calls from nine to five.',
    );
    const isActive = (one: { readonly document_id: string; readonly status: string }) =>
      one.document_id === document_id && one.status === 'active';
    await linked.waitForDocuments((documents) => documents.some(isActive));
    const { data } = await linked.v1(v1Routes.listChunks, { params: { document_id } });
    expect(data).toMatchObject([{ index: 0, text: 'The lighthouse keeper answers calls from nine to five.' }]);
    const json = { query: 'When does the lighthouse keeper answer?', limit: 2 };
    const found = await linked.v1(v1Routes.searchKnowledge, { json });
    expect(found.data[0]).toMatchObject({ document_id, title: 'The lighthouse', chunk_id: data[0]?.chunk_id });
    const asked = await linked.app(appRoutes.askKnowledge, { json });
    expect(asked).toEqual({ data: found.data, answer: null, is_answered: null });
    await linked.v1(v1Routes.deleteDocument, { params: { document_id } });
    await linked.waitForDocuments((documents) => !documents.some((one) => one.document_id === document_id));
    expect((await linked.v1(v1Routes.searchKnowledge, { json })).data.map((one) => one.title)).not.toContain(
      'The lighthouse',
    );
  });

  test('sends an upload whose response was lost again, and the remote stores it once', async () => {
    const lossy = await startLossyProxy(new URL(demo.baseUrl).origin);
    const other = await startLinkedWorkspace(
      address(demo.baseUrl.replace(new URL(demo.baseUrl).origin, lossy.origin)),
      allCapabilities,
    );
    onTestFinished(async () => {
      await other.stop();
      await lossy.close();
    });
    await other.sync();
    const document_id = await upload(other.v1, 'The pier', 'The pier is closed in winter.');
    const isSent = (one: DocumentRecord) => one.document_id === document_id && one.remote?.id !== null && !one.pending;
    await other.waitForDocuments((all) => all.some(isSent));
    await other.sync();
    expect(lossy.countLost()).toBe(1);
    expect((await other.listDocuments()).filter(({ title }) => title === 'The pier')).toHaveLength(1);
    const titles = (await listRemote()).map(({ title }) => title);
    expect(titles.filter((title) => title === 'The pier')).toHaveLength(1);
  });

  test('explains why a search fails during an outage', async () => {
    const lossy = await startLossyProxy(new URL(demo.baseUrl).origin);
    const other = await startLinkedWorkspace(
      address(demo.baseUrl.replace(new URL(demo.baseUrl).origin, lossy.origin)),
      allCapabilities,
    );
    onTestFinished(() => other.stop());
    await lossy.close();
    await expect(other.v1(v1Routes.searchKnowledge, { json: { query: 'When?' } })).rejects.toMatchObject({
      code: 'remote_failed',
      status: 502,
      message: expect.stringMatching(/\.$/),
    });
  });

  test('has the remote’s agents, with their placeholders', async () => {
    const { data } = await linked.app(appRoutes.listAgentRecords, {});
    const remoteAgents = (await request('/agents?limit=200'))['data'] as { name: string; placeholders: string[] }[]; // as the contract says
    expect(data.map(({ name }) => name)).toEqual(remoteAgents.map(({ name }) => name));
    expect(data.map(({ placeholders }) => placeholders)).toEqual(remoteAgents.map(({ placeholders }) => placeholders));
  });

  test('has documents that are added by their IDs, and the IDs that were not found are listed', async () => {
    const lossy = await startLossyProxy(new URL(demo.baseUrl).origin);
    const other = await startLinkedWorkspace(address(demo.baseUrl.replace(new URL(demo.baseUrl).origin, lossy.origin)));
    onTestFinished(() => other.stop());
    await other.sync();
    expect(await other.listDocuments(), 'without a list').toEqual([]);
    const [first, second] = await listRemote();
    const ids = ['doc_missing', '..', '../../organizations'];
    for (const known of [first, second, first]) ids.push(known?.document_id ?? '');
    const result = await other.app(appRoutes.importDocuments, { json: { ids } });
    expect({ ...result, not_found: result.not_found.toSorted() }).toEqual({
      added: 2,
      known: 0,
      not_found: ['..', '../../organizations', 'doc_missing'].toSorted(),
      failed: [],
    });
    const documents = await other.listDocuments();
    expect(documents.map(({ title }) => title).toSorted()).toEqual([first?.title, second?.title].toSorted());
    const again = await other.app(appRoutes.importDocuments, { json: { ids: [first?.document_id ?? ''] } });
    expect(again).toEqual({ added: 0, known: 1, not_found: [], failed: [] });
    await lossy.close();
    const offline = await other.app(appRoutes.importDocuments, { json: { ids: ['doc_other'] } });
    expect(offline).toMatchObject({ added: 0, failed: [{ id: 'doc_other', reason: expect.stringMatching(/\.$/) }] });
  });
});

/** Forwards requests to a service on this computer, and loses the answer to the first upload. */
async function startLossyProxy(target: string) {
  const { host, port } = new URL(target);
  let lost = 0;
  const server = createServer((message, response) => {
    const { method = '', url: path, headers } = message;
    const upstream = forward({ port, method, path, headers: { ...headers, host } }, (answer: IncomingMessage) => {
      if (method === 'POST' && path?.endsWith('/knowledge/documents') && lost === 0) {
        lost += 1;
        message.socket.destroy();
        answer.resume();
        return;
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    message.pipe(upstream);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // it listens on a port
    countLost: () => lost,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
