import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { appRoutes } from '../../shared/contract/contract.ts';
import type { DocumentRecord } from '../../shared/knowledge/knowledge.ts';
import { startJsonRemote, type JsonRemote } from '../helpers/remote/start-json-remote.ts';
import { startLinkedWorkspace, type LinkedWorkspace } from '../helpers/remote/start-linked-workspace.ts';
import { upload } from '../helpers/service/upload.ts';

let remote: JsonRemote;
let linked: LinkedWorkspace;

beforeEach(async () => {
  remote = await startJsonRemote();
  remote.answers.set('GET /organizations/org_remote', { id: 'org_remote' });
  list([document('d2', 'Prices'), document('d1', 'Hours')]);
  linked = await startLinkedWorkspace(remote, { document_list: true });
  await linked.sync();
});
afterEach(async () => {
  await linked.stop();
  await remote.close();
});

const path = 'GET /knowledge/documents';

const document = (document_id: string, title: string, fields: object = {}) => ({
  document_id,
  title,
  status: 'active',
  chunks_created: 2,
  ...fields,
});

const list = (data: unknown) => remote.answers.set(path, { data, next_cursor: null });

const listTitles = async () => (await linked.listDocuments()).map(({ title }) => title);
const readError = async () => (await linked.sync()).parts.find(({ name }) => name === 'documents')?.error;

test('has every document, newest first', async () => {
  expect(await listTitles()).toEqual(['Prices', 'Hours']);
});

test('appears page by page, in its order', async () => {
  const held = Promise.withResolvers<void>();
  let pages = 0;
  remote.answers.set(path, async () => {
    pages += 1;
    if (pages === 1) return { data: [document('d6', 'F'), document('d5', 'E')], next_cursor: 'n' };
    await held.promise;
    return { data: [document('d4', 'D'), document('d3', 'C')], next_cursor: null };
  });
  for (const id of ['d1', 'd2']) remote.answers.set(`${path}/${id}`, document(id, id));
  await linked.app(appRoutes.syncNow, {});
  await linked.waitForDocuments((documents) => documents.length === 4);
  expect(await listTitles()).toEqual(['F', 'E', 'Prices', 'Hours']);
  held.resolve();
  await linked.waitForDocuments((documents) => documents.length === 6);
  expect((await listTitles()).slice(0, 4)).toEqual(['F', 'E', 'D', 'C']);
});

test.each([[{ data: 'none' }], [[1, 2]], ['text'], [{}], [null]])(
  'keeps what it has if the list is %j',
  async (body) => {
    remote.answers.set(path, body);
    const error = await readError();
    expect(await listTitles()).toEqual(['Prices', 'Hours']);
    if (!Array.isArray(body)) expect(error).toBe('The remote sent no list of documents.');
  },
);

test('leaves out the items that cannot be used, and keeps the last state of those that are known', async () => {
  list([
    document('d3', 'New'),
    document('d1', 'Hours', { status: { code: 1 } }),
    document('d2', 'Prices', { org_id: 'org_theirs' }),
    document('..', 'Unusable'),
    document('d4', 'Theirs', { organization_id: 'org_theirs' }),
    document('d5', 'Ours', { organization_id: 'org_remote' }),
  ]);
  await linked.sync();
  const documents = await linked.listDocuments();
  expect(new Map(documents.map(({ title, remote: state }) => [title, state?.error]))).toEqual(
    new Map([
      ['New', null],
      ['Ours', null],
      ['Prices', 'The remote sent a document of another organization.'],
      ['Hours', 'The remote sent an unusable document: the field “status” is not text.'],
    ]),
  );
});

test('counts unreadable documents, and continues to follow the others', async () => {
  list([
    document('d3', 'New', { status: 7 }),
    document('', 'Unnamed'),
    document('d1', 'Hours'),
    document('d4', 'Fares'),
  ]);
  const { state, reason, parts } = await linked.sync();
  const error =
    '2 documents in the remote’s list could not be read. The remote sent an unusable document: the field “status” is not text.';
  expect({ state, reason }).toEqual({ state: 'out_of_date', reason: error });
  expect(parts.find(({ name }) => name === 'documents')).toMatchObject({ error, is_permitted: true });
  expect(await listTitles()).toEqual(['Fares', 'Prices', 'Hours']);
  list([document('d3', 'New'), document('d1', 'Hours'), document('d4', 'Fares')]);
  expect(await readError()).toBeNull();
  expect(await listTitles()).toContain('New');
});

test('removes a document that was deleted elsewhere, once the remote confirms that it is gone', async () => {
  list([document('d2', 'Prices')]);
  remote.answers.set(`${path}/d1`, document('d1', 'Hours'));
  await linked.sync();
  expect(await listTitles(), 'the list leaves it out, but it is there').toEqual(['Prices', 'Hours']);
  remote.answers.delete(`${path}/d1`);
  await linked.sync();
  expect(await listTitles()).toEqual(['Prices']);
});

test('stays as it is if the role may not read it', async () => {
  remote.answers.set(path, 403);
  expect(await readError()).toBeNull();
  expect(await listTitles()).toEqual(['Prices', 'Hours']);
});

test('shows markup in titles and IDs as text, without marks that change the direction', async () => {
  list([document('<script>', '<b>\u202eevil\u0000</b>')]);
  remote.answers.set(`${path}/d1`, document('d1', 'Hours'));
  await linked.sync();
  const [first] = await linked.listDocuments();
  expect(first).toMatchObject({ title: '<b>evil </b>', remote: { id: '<script>' } });
});

describe('the check of an upload whose response was lost', () => {
  const listed = [document('d2', 'Prices'), document('d1', 'Hours')];

  /** Uploads a document to a remote that sends no ID. Resolves to the item that asks. */
  const uploadUnanswered = async (title: string, text = 'Calls are answered from nine to five.') => {
    remote.answers.set('POST /knowledge/documents', {});
    const id = await upload(linked.v1, title, text);
    await linked.sync(); // an unusable response ends in a wait
    const isAsking = (one: DocumentRecord) => one.document_id === id && one.pending?.state === 'unknown';
    const found = (await linked.waitForDocuments((all) => all.some(isAsking))).find(isAsking);
    return found?.pending?.item_id ?? '';
  };
  const check = async (item_id: string) => (await linked.app(appRoutes.checkOutboxItem, { params: { item_id } })).state;

  test.each([
    ['before', false],
    ['after', true],
  ])('finds the only new document with its title, %s a refresh has found it', async (_, isRefreshed) => {
    const itemId = await uploadUnanswered('Fares');
    list([document('d3', 'Fares'), ...listed]);
    if (isRefreshed) await linked.sync();
    expect(await check(itemId)).toBe('done');
    await linked.sync();
    const documents = await linked.listDocuments();
    expect(documents.map(({ title }) => title)).toEqual(['Fares', 'Prices', 'Hours']);
    expect(documents[0]).toMatchObject({ kind: 'txt', status: 'active', remote: { id: 'd3' }, pending: null });
  });

  test.each([
    ['no new document', 'Fares', []],
    ['two new documents', 'Fares', [document('d3', 'Fares'), document('d4', 'Fares')]],
    ['only a document that it had before', 'Hours', []],
  ])('stays undecided if the remote has %s with its title', async (_, title, added) => {
    const itemId = await uploadUnanswered(title);
    list([...added, ...listed]);
    expect(await check(itemId)).toBe('unknown');
  });

  test('stays undecided if the list was not read before the upload', async () => {
    remote.answers.set(path, 500);
    await linked.stop();
    linked = await startLinkedWorkspace(remote, { document_list: true });
    const itemId = await uploadUnanswered('Hours');
    list(listed);
    await linked.sync();
    expect(await check(itemId)).toBe('unknown');
  });

  test.each(['cancel', 'complete'] as const)(
    'ignores another upload with its title that was settled (%s) before the list was last read',
    async (decision) => {
      const params = { item_id: await uploadUnanswered('Fares') };
      if (decision === 'cancel') await linked.app(appRoutes.cancelOutboxItem, { params });
      else await linked.app(appRoutes.completeOutboxItem, { params, json: { remote_id: '' } });
      list([document('d3', 'Fares'), ...listed]);
      await linked.sync();
      await linked.sync(); // begins at least a millisecond after the decision
      const itemId = await uploadUnanswered('Fares', 'Calls are answered from ten to six.');
      list([document('d4', 'Fares'), document('d3', 'Fares'), ...listed]);
      expect(await check(itemId)).toBe('done');
      const documents = await linked.listDocuments();
      expect(documents.find(({ kind, remote: state }) => kind === 'txt' && state?.id !== null)?.remote?.id).toBe('d4');
    },
  );

  test.each([
    ['is unknown as well', null],
    ['was canceled', 'cancel'],
    ['was marked as done without its ID', 'complete'],
  ])('stays undecided if another upload with its title %s', async (_, decision) => {
    const params = { item_id: await uploadUnanswered('Fares') };
    const itemId = await uploadUnanswered('Fares', 'Calls are answered from ten to six.');
    if (decision === 'cancel') await linked.app(appRoutes.cancelOutboxItem, { params });
    if (decision === 'complete') await linked.app(appRoutes.completeOutboxItem, { params, json: { remote_id: '' } });
    list([document('d3', 'Fares'), ...listed]);
    expect(await check(itemId)).toBe('unknown');
  });
});
