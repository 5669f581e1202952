import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import type { DocumentRecord } from '../../shared/knowledge/knowledge.ts';
import { chooseFuzzRuns } from '../helpers/processes/fuzz-runs.ts';
import { startFaultProxy, type FaultProxy } from '../helpers/remote/fault-proxy.ts';
import { startLinkedWorkspace, type LinkedWorkspace } from '../helpers/remote/start-linked-workspace.ts';
import { startStrictRemote, type StrictRemote, type StrictRemoteOptions } from '../helpers/remote/strict-remote.ts';
import { upload } from '../helpers/service/upload.ts';

let remote: StrictRemote;
let proxy: FaultProxy;
let linked: LinkedWorkspace;

async function start(options: StrictRemoteOptions = {}) {
  remote = await startStrictRemote(options);
  proxy = await startFaultProxy(remote.port);
  const baseUrl = remote.baseUrl.replace(remote.origin, proxy.origin);
  linked = await startLinkedWorkspace({ baseUrl, orgId: remote.orgId, apiKey: remote.keys.admin });
}

async function stop() {
  await linked.stop();
  await proxy.close();
  await remote.close();
}

beforeEach(() => start());
afterEach(() => stop());

const text = 'Calls are answered from nine to five.';

const remove = (document_id: string) => linked.v1(v1Routes.deleteDocument, { params: { document_id } });

const isUploaded = ({ remote: state, pending }: DocumentRecord) => state?.id !== null && pending === null;

/** Uploads a document and waits until the remote has it. */
async function uploadToRemote(title = 'Hours'): Promise<string> {
  const id = await upload(linked.v1, title, text);
  await linked.waitForDocuments((documents) => documents.some((one) => one.document_id === id && isUploaded(one)));
  return id;
}

const findDocument = async (id: string) => {
  const found = (await linked.listDocuments()).find(({ document_id }) => document_id === id);
  if (!found) throw new Error(`There is no document ${id}.`);
  return found;
};

const firstOf = <T>([first]: readonly T[]): T => {
  if (first === undefined) throw new Error('There is no document.');
  return first;
};

describe('an upload', () => {
  test('is queued while the remote cannot be reached, and sent as it is once it can', async () => {
    await proxy.setOnline(false);
    const form = { title: 'Opening hours', file: new File([text], 'hours “1”.txt') };
    const accepted = await linked.v1(v1Routes.uploadDocument, { form });
    expect(accepted).toMatchObject({
      status: 'processing',
      message: '“Opening hours” is queued. It is sent as soon as the remote can be reached.',
    });
    expect(firstOf(await linked.listDocuments())).toMatchObject({
      status: 'processing',
      kind: 'txt',
      remote: { id: null },
      pending: { kind: 'upload_document', label: 'Opening hours' },
    });
    expect(linked.listFiles()).toEqual([createHash('sha256').update(text).digest('hex')]);

    await proxy.setOnline(true);
    await linked.sync();
    const sent = firstOf(await linked.waitForDocuments((documents) => documents.every(isUploaded)));
    expect(sent).toMatchObject({ status: 'processing', remote: { id: 'doc_1', status: null, error: null } });
    const { upload: received } = await remote.waitForRequests('uploadDocument');
    expect(received).toMatchObject({ fields: { title: 'Opening hours' }, fileName: 'hours “1”.txt' });
    expect(received?.bytes.toString()).toBe(text);

    remote.state.documents.set('doc_1', {
      document_id: 'doc_1',
      title: 'Opening hours',
      status: 'active',
      chunks_created: 3,
    });
    await linked.sync();
    expect(await findDocument(sent.document_id)).toMatchObject({ status: 'active', chunks_created: 3 });
    expect(remote.countRequests('uploadDocument')).toBe(1);
  });

  test('survives a restart before it is sent', async () => {
    await proxy.setOnline(false);
    const id = await upload(linked.v1, 'Hours', text);
    await linked.restart();
    await proxy.setOnline(true);
    await linked.sync();
    await linked.waitForDocuments((documents) => documents.every(isUploaded));
    expect(await findDocument(id)).toMatchObject({ remote: { id: 'doc_1' } });
  });

  test('whose response is lost is not sent again, and waits for a decision', async () => {
    remote.setFault('uploadDocument', { drop: 'after' });
    const id = await upload(linked.v1, 'Hours', text);
    const asking = firstOf(await linked.waitForDocuments(([one]) => one?.pending?.state === 'unknown'));
    expect(asking.pending?.reason).toMatch(/The remote may have stored this document\.$/);
    await linked.sync();
    expect(remote.countRequests('uploadDocument')).toBe(1);
    await expect(remove(id)).rejects.toMatchObject({
      code: 'outbox_action_unavailable',
      message: 'It is not known whether the remote has “Hours”. Check or cancel its upload first.',
    });
  });

  test.each([
    [413, 'The file is too large.'],
    [415, 'Only PDF is supported.'],
    [422, 'The title is taken.'],
  ])('that the remote refuses with %d shows what it answered, and can be deleted', async (status, message) => {
    remote.setFault('uploadDocument', { status, message });
    const id = await upload(linked.v1, 'Hours', text);
    const refused = firstOf(await linked.waitForDocuments(([one]) => one?.pending?.state === 'rejected'));
    expect(refused).toMatchObject({ status: 'failed', error: { code: 'remote' }, remote: { id: null } });
    expect(refused.error?.detail).toContain(message);
    await expect(remove(id)).resolves.toMatchObject({ message: '“Hours” was deleted. The remote never had it.' });
    expect(await linked.listDocuments()).toEqual([]);
    expect(linked.listFiles()).toEqual([]);
  });

  test('without a usable ID in the answer waits for a decision', async () => {
    remote.setFault('uploadDocument', { change: () => ({ document_id: '..', status: 'processing' }) });
    await upload(linked.v1, 'Hours', text);
    const asking = firstOf(await linked.waitForDocuments(([one]) => one?.pending?.state === 'unknown'));
    expect(asking.pending?.reason).toContain('sent no usable document ID');
  });

  test('is not processed on this computer', async () => {
    const id = await uploadToRemote();
    const params = { document_id: id };
    await linked.sync();
    expect(await findDocument(id)).toMatchObject({ status: 'processing', chunks_created: 0, progress: null });
    await expect(linked.v1(v1Routes.retryDocument, { params })).rejects.toMatchObject({
      code: 'not_available_on_remote',
    });
    await expect(linked.v1(v1Routes.listChunks, { params })).rejects.toMatchObject({
      code: 'not_available_on_remote',
      message: 'This remote does not show the chunks of a document. Its agents still answer from them.',
    });
    await expect(linked.v1(v1Routes.searchKnowledge, { json: { query: 'When?' } })).rejects.toMatchObject({
      code: 'not_available_on_remote',
      message: 'This remote offers no search. Its agents still answer from the documents.',
    });
  });
});

describe('a deletion', () => {
  test('of a document that was not sent is done at once, and neither change is sent', async () => {
    await proxy.setOnline(false);
    const id = await upload(linked.v1, 'Hours', text);
    await linked.waitForDocuments(([one]) => one?.pending?.state === 'queued' && one.pending.attempts > 0);
    await expect(remove(id)).resolves.toMatchObject({ message: '“Hours” was deleted. The remote never had it.' });
    expect(await linked.listDocuments()).toEqual([]);
    expect(linked.listFiles()).toEqual([]);
    await proxy.setOnline(true);
    expect(await linked.sync()).toMatchObject({ waiting: 0 });
    expect(remote.countRequests('uploadDocument')).toBe(0);
  });

  test('is pending until the remote confirms it', async () => {
    const id = await uploadToRemote();
    await proxy.setOnline(false);
    const message = 'The deletion is pending. Agents still use “Hours” until the remote confirms it.';
    await expect(remove(id)).resolves.toEqual({ success: true, message });
    await expect(remove(id), 'again').resolves.toMatchObject({ message });
    expect(await findDocument(id)).toMatchObject({ pending: { kind: 'delete_document', label: 'Hours' } });
    expect(linked.listFiles()).toHaveLength(1);
    expect(remote.state.documents.size).toBe(1);

    await proxy.setOnline(true);
    await linked.sync();
    await linked.waitForDocuments((documents) => documents.length === 0);
    expect(remote.state.documents.size).toBe(0);
    expect(remote.countRequests('deleteDocument')).toBe(1);
    await linked.waitUntil(
      async () => linked.listFiles(),
      (files) => files.length === 0,
    );
  });

  test('that arrives while the upload is sent follows it', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    onTestFinished(() => resolve());
    remote.setFault('uploadDocument', { waitAfter: promise });
    const id = await upload(linked.v1, 'Hours', text);
    await remote.waitForRequests('uploadDocument');
    await expect(remove(id)).resolves.toMatchObject({ message: expect.stringMatching(/^The deletion is pending/) });
    resolve();
    await linked.waitForDocuments((documents) => documents.length === 0);
    expect(remote.state.documents.size).toBe(0);
  });

  test('that arrives during a failed upload ends both', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    onTestFinished(() => resolve());
    remote.setFault('uploadDocument', { waitBefore: promise, status: 429 });
    const id = await upload(linked.v1, 'Hours', text);
    await remote.waitForRequests('uploadDocument');
    await remove(id);
    remote.setFault('uploadDocument', null);
    resolve();
    await linked.waitForDocuments((documents) => documents.length === 0);
    expect(await linked.sync()).toMatchObject({ waiting: 0, needs_you: 0 });
    expect(remote.countRequests('uploadDocument')).toBe(1);
    expect(remote.countRequests('deleteDocument')).toBe(0);
  });

  test('is refused if the upload before it was marked as done without the remote’s ID', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    onTestFinished(() => resolve());
    remote.setFault('uploadDocument', { waitAfter: promise, drop: 'after' });
    const id = await upload(linked.v1, 'Hours', text);
    await remote.waitForRequests('uploadDocument');
    await remove(id);
    resolve();
    const asking = firstOf(await linked.waitForDocuments(([one]) => one?.pending?.state === 'unknown'));
    const complete = { params: { item_id: asking.pending?.item_id ?? '' }, json: { remote_id: '' } };
    await linked.app(appRoutes.completeOutboxItem, complete);
    const isDecided = (one: DocumentRecord | undefined) => !one || one.pending?.state === 'rejected';
    const [refused] = await linked.waitForDocuments(([one]) => isDecided(one));
    expect(refused?.pending).toMatchObject({
      kind: 'delete_document',
      reason: expect.stringMatching(/^The remote’s ID of this document is not known, so it cannot be deleted there\./),
    });
    expect(remote.state.documents.size).toBe(1);

    const params = { item_id: refused?.pending?.item_id ?? '' };
    await linked.app(appRoutes.cancelOutboxItem, { params });
    await remove(id);
    expect(await linked.listDocuments()).toEqual([]);
  });

  test('counts as done if the remote no longer has the document', async () => {
    const id = await uploadToRemote();
    linked.makeChangesOlder();
    remote.state.documents.clear();
    await remove(id);
    await linked.waitForDocuments((documents) => documents.length === 0);
    expect(await linked.sync()).toMatchObject({ needs_you: 0 });
  });

  test('waits if the remote does not have a new document yet', async () => {
    const id = await uploadToRemote();
    remote.setFault('deleteDocument', (_, number) => (number === 1 ? { status: 404 } : undefined));
    await remove(id);
    const waiting = firstOf(
      await linked.waitForDocuments(([one]) => one?.pending?.state === 'queued' && one.pending.attempts === 1),
    );
    expect(waiting.pending?.reason).toBe('The remote does not have it, or not yet.');
    await linked.sync();
    await linked.waitForDocuments((documents) => documents.length === 0);
    expect(remote.state.documents.size).toBe(0);
  });

  test('that the remote refuses leaves the document, with the reason', async () => {
    const id = await uploadToRemote();
    remote.setFault('deleteDocument', { status: 403, message: 'Only owners delete documents.' });
    await remove(id);
    const refused = firstOf(await linked.waitForDocuments(([one]) => one?.pending?.state === 'rejected'));
    expect(refused.pending?.reason).toContain('Only owners delete documents.');
    expect(remote.state.documents.size).toBe(1);
  });

  test('that the remote answers with success: false leaves the document', async () => {
    const id = await uploadToRemote();
    remote.setFault('deleteDocument', { change: () => ({ success: false }) });
    await remove(id);
    await linked.waitForDocuments(([one]) => one?.pending?.state === 'rejected');
  });
});

describe('a refresh', () => {
  const setRemote = (id: string, fields: object) => {
    const known = remote.state.documents.get(id);
    if (known) remote.state.documents.set(id, { ...known, ...fields });
  };

  test('shows a status that is not known as the remote sent it', async () => {
    const id = await uploadToRemote();
    setRemote('doc_1', { status: 'Indexing\u202e', chunks_created: 4, extra: { deep: [1] } });
    await linked.sync();
    expect(await findDocument(id)).toMatchObject({
      status: 'processing',
      chunks_created: 4,
      remote: { status: 'Indexing', error: null },
    });
    setRemote('doc_1', { status: 'active' });
    await linked.sync();
    expect(await findDocument(id)).toMatchObject({ status: 'active', remote: { status: null } });
  });

  /** Adds documents that the remote is processing. Returns a function that lists the requests for them since. */
  const importProcessing = async (count: number) => {
    const ids = Array.from({ length: count }, (_, index) => `doc_of_remote_${index}`);
    for (const document_id of ids)
      remote.state.documents.set(document_id, { document_id, title: 'Hours', status: 'processing', chunks_created: 0 });
    await linked.app(appRoutes.importDocuments, { json: { ids } });
    const imported = remote.requests.length;
    return () =>
      remote.requests.slice(imported).flatMap(({ operation, path }) => (operation === 'getDocument' ? path : []));
  };

  test('asks for a hundred of the documents that are processed, those first that waited longest', async () => {
    const listRequested = await importProcessing(101);
    await linked.sync();
    expect(new Set(listRequested()).size).toBe(100);
    await linked.sync();
    expect(new Set(listRequested()).size).toBe(101);
  });

  test('asks for ten of them while an upload is sent', async () => {
    const listRequested = await importProcessing(20);
    const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
    remote.setFault('uploadDocument', { waitBefore: isAnswered });
    await upload(linked.v1, 'Prices', text);
    await remote.waitForRequests('uploadDocument');
    const isRefreshed = remote.waitForRequests('getDocument', 30);
    await linked.app(appRoutes.syncNow, {});
    await isRefreshed;
    answer();
    await linked.waitForDocuments((documents) => documents.some((one) => one.title === 'Prices' && isUploaded(one)));
    expect(new Set(listRequested()).size).toBe(10);
  });

  test('shows why the remote failed, in each form of an error', async () => {
    const id = await uploadToRemote();
    setRemote('doc_1', { status: 'failed', error: { code: 'no_text', detail: 'There is no text.' } });
    await linked.sync();
    expect(await findDocument(id)).toMatchObject({
      status: 'failed',
      error: { code: 'remote', detail: 'There is no text.' },
    });
    setRemote('doc_1', { status: 'failed', error: undefined });
    await linked.sync();
    expect(await findDocument(id)).toMatchObject({ error: { detail: 'The remote could not process this document.' } });
  });

  test('keeps the last state of a document that it could not read, and refreshes the others', async () => {
    const broken = await uploadToRemote('Broken');
    const other = await uploadToRemote('Other');
    setRemote('doc_1', { status: 7 });
    setRemote('doc_2', { status: 'active' });
    const error = 'The remote sent an unusable document: the field “status” is not text.';
    expect(await linked.sync()).toMatchObject({
      state: 'out_of_date',
      reason: `1 document could not be read. ${error}`,
    });
    expect(await findDocument(broken)).toMatchObject({ title: 'Broken', remote: { error } });
    expect(await findDocument(other)).toMatchObject({ status: 'active', remote: { error: null } });
    setRemote('doc_1', { status: 'active' });
    expect(await linked.sync()).toMatchObject({ state: 'up_to_date' });
    expect(await findDocument(broken)).toMatchObject({ remote: { error: null } });
  });

  test('stores a document without the fields that it could not read, and says which', async () => {
    const id = await uploadToRemote('Broken');
    setRemote('doc_1', { title: 7, chunks_created: '3', status: 'active' });
    await linked.sync();
    expect(await findDocument(id)).toMatchObject({
      title: 'Broken',
      status: 'active',
      chunks_created: 0,
      remote: {
        error: 'The remote sent a document with unusable fields, which were left out: “title”, “chunks_created”.',
      },
    });
  });

  test.each([{ error: 'Not found' }, { data: { document_id: 'doc_1', status: 'active' } }, { status: 'error' }, {}])(
    'keeps its state if the remote answers %j with success',
    async (answer) => {
      const id = await uploadToRemote();
      remote.setFault('getDocument', { change: () => answer });
      const { state } = await linked.sync();
      expect(state).toBe('out_of_date');
      expect(await findDocument(id)).toMatchObject({ title: 'Hours', status: 'processing' });
      remote.state.documents.set('doc_9', {
        document_id: 'doc_9',
        title: 'Fares',
        status: 'active',
        chunks_created: 1,
      });
      const json = { ids: ['doc_9'] };
      expect(await linked.app(appRoutes.importDocuments, { json })).toMatchObject({ added: 0, failed: [{}] });
    },
  );

  test('refuses a document of another organization, and another document than it asked for', async () => {
    const id = await uploadToRemote();
    setRemote('doc_1', { org_id: 'org_theirs', title: 'Theirs' });
    await linked.sync();
    expect(await findDocument(id)).toMatchObject({
      title: 'Hours',
      remote: { error: 'The remote sent a document of another organization.' },
    });
    setRemote('doc_1', { org_id: remote.orgId, document_id: 'doc_9' });
    await linked.sync();
    expect(await findDocument(id)).toMatchObject({
      remote: { error: 'The remote sent a different document from the one requested.' },
    });
  });

  test('marks a document that the remote no longer has as failed, and keeps its file', async () => {
    const id = await uploadToRemote();
    const kept = remote.state.documents.get('doc_1');
    remote.state.documents.clear();
    await linked.sync();
    expect(await findDocument(id), 'within a minute').toMatchObject({ status: 'processing', remote: { error: null } });
    linked.makeChangesOlder();
    await linked.sync();
    expect(await findDocument(id)).toMatchObject({
      status: 'failed',
      error: { detail: 'The remote no longer has this document. Agents don’t use it.' },
    });
    expect(linked.listFiles()).toHaveLength(1);
    if (kept) remote.state.documents.set('doc_1', { ...kept, status: 'active' });
    await linked.sync();
    expect(await findDocument(id)).toMatchObject({ status: 'active' });
  });

  test('continues after an answer that is no JSON', async () => {
    const id = await uploadToRemote();
    remote.setFault('getDocument', { body: '<html>', headers: { 'Content-Type': 'text/html' } });
    const status = await linked.sync();
    expect(status.parts.find(({ name }) => name === 'documents')?.error).toMatch(/\.$/);
    remote.setFault('getDocument', null);
    setRemote('doc_1', { status: 'active' });
    await linked.sync();
    expect(await findDocument(id)).toMatchObject({ status: 'active', remote: { error: null } });
  });
});

describe('IDs of a remote', () => {
  test.each(['../../organizations/1', '<img src=x>', '%2e%2e', 'a?b#c/d', 'ünï'])('can be %j', async (remoteId) => {
    await stop();
    await start({ createId: () => remoteId.replaceAll(' ', '+') });
    const id = await uploadToRemote();
    expect(id).toMatch(/^doc_[0-9a-f]{24}$/);
    await linked.sync();
    expect(await findDocument(id)).toMatchObject({ remote: { id: remoteId.replaceAll(' ', '+'), error: null } });
    expect(remote.countRequests('getDocument')).toBeGreaterThan(0);
    expect(remote.requests.every(({ operation }) => operation !== null)).toBe(true);
    await remove(id);
    await linked.waitForDocuments((documents) => documents.length === 0);
    expect(remote.state.documents.size).toBe(0);
  });
});

test('hundreds of queued uploads are all sent, each once', async () => {
  await proxy.setOnline(false);
  const count = chooseFuzzRuns({ perCommit: 110, long: 250 }); // a refresh stores a hundred at once
  for (let index = 0; index < count; index += 1) await upload(linked.v1, `Document ${index}`, `Text ${index}`);
  await proxy.setOnline(true);
  await linked.sync();
  await linked.waitForStatus(({ waiting }) => waiting === 0);
  const documents = await linked.listDocuments();
  expect(documents.every(isUploaded)).toBe(true);
  expect(documents).toHaveLength(count);
  expect(new Set(documents.map(({ remote: state }) => state?.id)).size).toBe(count);
  expect(remote.countRequests('uploadDocument')).toBe(count);
});
