import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import type { DocumentChange } from '../../shared/knowledge/document-details.ts';
import type { LinkedWorkspace } from '../helpers/remote/start-linked-workspace.ts';
import { makeSmallPdf } from '../fixtures/sample-files.ts';
import { replace, upload, uploadAndWait } from '../helpers/service/upload.ts';
import { waitForDocument } from '../helpers/service/wait-for-document.ts';
import { startTeam, type Team } from './team.ts';

const capabilities = { document_list: true, document_changes: true };

let team: Team;
let remoteId: string;
beforeEach(async () => {
  team = await startTeam();
  remoteId = (await uploadAndWait(team.remote.v1, 'Hours', 'The shop opens at nine.')).document_id;
});
afterEach(() => team.stop());

async function find({ listDocuments }: LinkedWorkspace, id = remoteId) {
  return (await listDocuments()).find(({ remote }) => remote?.id === id) ?? expect.fail('The document is missing.');
}

async function change(linked: LinkedWorkspace, json: Partial<DocumentChange>) {
  const { document_id } = await find(linked);
  return linked.v1(v1Routes.updateDocument, { params: { document_id }, json });
}

const readRemote = async (document_id = remoteId) => {
  const { title, labels } = await team.remote.v1(v1Routes.getDocumentDetails, { params: { document_id } });
  return { title, labels };
};

test('a remote that does not list the routes is named as the place of the change', async () => {
  const linked = await team.link({ document_list: true });
  await expect(change(linked, { title: 'Opening hours' })).rejects.toMatchObject({
    code: 'not_available_on_remote',
    message: 'The documents of a linked workspace are renamed, labeled and replaced at the remote.',
  });
  expect(await readRemote()).toEqual({ title: 'Hours', labels: [] });
});

test('the remote’s list has the kind, size, pages and time of files that are not on this computer', async () => {
  const pdf = await makeSmallPdf('In summer, the shop opens at eight.');
  const { document_id } = await uploadAndWait(team.remote.v1, 'Summer', new Uint8Array(pdf), 'summer.pdf');
  const ada = await team.link(capabilities);
  const { data } = await team.remote.app(appRoutes.listDocumentRecords, {});
  for (const { kind, file_name, size_bytes, pages, added_at, document_id: id } of data)
    expect(await find(ada, id)).toMatchObject({ kind, file_name, size_bytes, pages, added_at, sha256: null });
  expect(await find(ada, document_id)).toMatchObject({ kind: 'pdf', pages: 1 });
  const without = await team.link();
  const ids = [document_id];
  await without.app(appRoutes.importDocuments, { json: { ids } });
  expect(await find(without, document_id)).toMatchObject({ kind: null, file_name: null, pages: null, added_at: null });
});

test('a rename and labels that were made offline count at once, and arrive at the remote and at others', async () => {
  const [ada, bob] = [await team.link(capabilities), await team.link(capabilities)];
  team.network.setOnline(false);
  await change(ada, { title: 'Opening hours', add_labels: ['Shop', 'Winter'] });
  await change(ada, { remove_labels: ['winter'] });
  expect(await find(ada)).toMatchObject({
    title: 'Opening hours',
    labels: ['Shop'],
    pending: { kind: 'change_document', label: 'Hours' },
  });
  team.network.setOnline(true);
  await team.settle(ada, bob);
  const changed = { title: 'Opening hours', labels: ['Shop'] };
  expect(await readRemote()).toEqual(changed);
  for (const linked of [ada, bob]) expect(await find(linked)).toMatchObject({ ...changed, pending: null });
  await change(bob, { title: 'Hours of the shop', remove_labels: ['Shop'] });
  await team.settle(bob, ada);
  expect(await find(ada)).toMatchObject({ title: 'Hours of the shop', labels: [] });
});

test('labels of many documents, and a document that is uploaded later, are sent, too', async () => {
  const ada = await team.link(capabilities);
  team.network.setOnline(false);
  const document_id = await upload(ada.v1, 'Prices', 'A lamp costs five dollars.');
  const ids = [document_id, (await find(ada)).document_id, 'doc_none'];
  const json = { document_ids: ids, add_labels: ['Shop'] };
  expect(await ada.v1(v1Routes.updateDocumentLabels, { json })).toMatchObject({
    changed: 2,
    skipped: [{ document_id: 'doc_none', reason: 'document_not_found' }],
  });
  team.network.setOnline(true);
  await team.settle(ada);
  const { data } = await team.remote.v1(v1Routes.listDocuments, {});
  expect(data.map(({ title, labels }) => [title, labels])).toEqual([
    ['Prices', ['Shop']],
    ['Hours', ['Shop']],
  ]);
});

test('a change that is canceled is taken back, and one that the remote refuses needs a decision', async () => {
  const ada = await team.link(capabilities);
  team.network.setOnline(false);
  await change(ada, { title: 'Wrong', add_labels: ['Wrong'] });
  const [item] = await ada.waitUntil(
    async () => (await ada.app(appRoutes.listOutboxItems, {})).data,
    (items) => items.every(({ state }) => state === 'queued'),
  );
  expect(item).toMatchObject({ kind: 'change_document', label: 'Hours' });
  await ada.app(appRoutes.cancelOutboxItem, { params: { item_id: item?.item_id ?? '' } });
  team.network.setOnline(true);
  await team.settle(ada);
  expect(await find(ada)).toMatchObject({ title: 'Hours', labels: [], pending: null });

  team.network.setOnline(false);
  const labels = Array.from({ length: 12 }, (_, index) => `Label ${index}`);
  await change(ada, { add_labels: labels });
  const params = { document_id: remoteId };
  const others = labels.map((label) => label.replace('Label', 'Other'));
  await team.remote.v1(v1Routes.updateDocument, { params, json: { add_labels: others } });
  team.network.setOnline(true);
  await ada.sync();
  await ada.waitForDocuments((all) => all.some(({ pending }) => pending?.state === 'rejected'));
  expect((await readRemote()).labels).toHaveLength(12);
  const item_id = (await ada.app(appRoutes.listOutboxItems, {})).data[0]?.item_id ?? '';
  await ada.app(appRoutes.cancelOutboxItem, { params: { item_id } });
  await team.settle(ada);
  expect((await find(ada)).labels).toEqual((await readRemote()).labels);
});

test('a change of a document that was deleted at the remote ends with it', async () => {
  const ada = await team.link(capabilities);
  team.network.setOnline(false);
  await change(ada, { title: 'Opening hours' });
  await team.remote.v1(v1Routes.deleteDocument, { params: { document_id: remoteId } });
  ada.makeChangesOlder();
  team.network.setOnline(true);
  await team.settle(ada);
  expect(await ada.listDocuments()).toEqual([]);
  expect((await ada.app(appRoutes.listOutboxItems, {})).data).toEqual([]);
});

describe('a new version', () => {
  const versioned = { ...capabilities, document_versions: true, idempotency: true };
  const replaceWith = async (linked: LinkedWorkspace, text: string, name: string) =>
    replace(linked.v1, (await find(linked)).document_id, text, name);
  const listRemote = async () => {
    const { data } = await team.remote.v1(v1Routes.listDocumentVersions, { params: { document_id: remoteId } });
    return data.map(({ version, status, file_name }) => [version, status, file_name]);
  };
  const listHere = async (linked: LinkedWorkspace) => {
    const { document_id } = await find(linked);
    const { data } = await linked.v1(v1Routes.listDocumentVersions, { params: { document_id } });
    return data.map(({ version, status, file_name }) => [version, status, file_name]);
  };
  const settleVersion = async (...linked: readonly LinkedWorkspace[]) => {
    await team.settle(...linked);
    await waitForDocument(team.remote.v1, remoteId);
    await expect
      .poll(async () => (await team.remote.v1(v1Routes.listDocuments, {})).data.map(({ next_version }) => next_version))
      .toEqual([null]);
    await team.settle(...linked);
  };

  test('needs a remote that lists the routes', async () => {
    const linked = await team.link(capabilities);
    await expect(replaceWith(linked, 'The shop opens at ten.', 'new.txt')).rejects.toMatchObject({
      code: 'not_available_on_remote',
      message: 'The documents of a linked workspace are replaced at the remote.',
    });
  });

  test('that was added offline is sent, and becomes the current one here once the remote uses it', async () => {
    const [ada, bob] = [await team.link(versioned), await team.link(versioned)];
    team.network.setOnline(false);
    await replaceWith(ada, 'The shop opens at ten.', 'new.txt');
    expect(await find(ada)).toMatchObject({
      status: 'active',
      version: 1,
      next_version: { version: 2, status: 'processing', file_name: 'new.txt' },
      pending: { kind: 'replace_document' },
    });
    team.network.setOnline(true);
    await settleVersion(ada, bob);
    expect(await listRemote()).toEqual([
      [2, 'active', 'new.txt'],
      [1, 'replaced', 'Hours.txt'],
    ]);
    const chunks = await team.remote.v1(v1Routes.listChunks, { params: { document_id: remoteId } });
    expect(chunks.data.map(({ text }) => text)).toEqual(['The shop opens at ten.']);
    expect(await find(ada)).toMatchObject({ version: 2, status: 'active', file_name: 'new.txt', pending: null });
    expect(await listHere(ada)).toEqual([
      [2, 'active', 'new.txt'],
      [1, 'replaced', 'Hours.txt'],
    ]);
    expect(await find(bob)).toMatchObject({ version: 2, status: 'active', file_name: 'new.txt', sha256: null });

    await replaceWith(ada, 'The shop opens at noon.', 'newer.txt');
    await settleVersion(ada);
    const { document_id } = await find(ada);
    await ada.v1(v1Routes.restoreDocumentVersion, { params: { document_id, version: '2' } });
    await settleVersion(ada, bob);
    const versions = await listRemote();
    expect(versions.map(([version]) => version)).toEqual([4, 3, 2, 1]);
    expect(versions[0]).toEqual([4, 'active', 'new.txt']);
    expect(await find(ada)).toMatchObject({ version: 4, file_name: 'new.txt', next_version: null });
  });

  test('that the remote cannot process leaves the current one in use, with the reason', async () => {
    const ada = await team.link(versioned);
    await replaceWith(ada, '%PDF-1.7\nnot a PDF', 'broken.pdf');
    await team.settle(ada);
    await expect
      .poll(async () => (await team.remote.v1(v1Routes.listDocuments, {})).data[0]?.next_version?.status)
      .toBe('failed');
    await team.settle(ada);
    expect(await find(ada)).toMatchObject({
      status: 'active',
      version: 1,
      next_version: { status: 'failed', error: { code: 'remote' } },
    });
  });

  test('that is canceled before it was sent leaves nothing', async () => {
    const ada = await team.link(versioned);
    team.network.setOnline(false);
    await replaceWith(ada, 'The shop opens at ten.', 'new.txt');
    const [item] = await ada.waitUntil(
      async () => (await ada.app(appRoutes.listOutboxItems, {})).data,
      (items) => items.every(({ state }) => state === 'queued'),
    );
    await ada.app(appRoutes.cancelOutboxItem, { params: { item_id: item?.item_id ?? '' } });
    expect(await find(ada)).toMatchObject({ version: 1, next_version: null, pending: null });
    await expect.poll(() => ada.listFiles()).toEqual([]);
    team.network.setOnline(true);
    await team.settle(ada);
    expect(await listRemote()).toHaveLength(1);
  });
});
