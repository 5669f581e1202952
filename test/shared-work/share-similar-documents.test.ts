import { afterEach, beforeEach, expect, test } from 'vitest';
import { v1Routes } from '../../shared/contract/contract.ts';
import type { SimilarDecision } from '../../shared/knowledge/similar-documents.ts';
import type { LinkedWorkspace } from '../helpers/remote/start-linked-workspace.ts';
import { upload, uploadAndWait } from '../helpers/service/upload.ts';
import { waitForDocument } from '../helpers/service/wait-for-document.ts';
import { startTeam, type Team } from './team.ts';

const capabilities = { document_list: true, document_versions: true, similar_documents: true, idempotency: true };

const writePrices = (price: number) =>
  `A desk lamp costs ${price} dollars and has a dimmer. A floor lamp costs ${price} dollars without one. Bulbs for both of them are ` +
  `${price} dollars each, and our staff takes them back when they are broken. Cables cost ${price} dollars for every metre.`;

let team: Team;
let oldId: string;
beforeEach(async () => {
  team = await startTeam();
  oldId = (await uploadAndWait(team.remote.v1, 'Prices', writePrices(20))).document_id;
});
afterEach(() => team.stop());

/** Uploads a document with nearly the same text from a linked workspace, and returns its ID on the remote. */
async function addSimilar(linked: LinkedWorkspace): Promise<string> {
  await upload(linked.v1, 'Autumn', writePrices(31));
  await team.settle(linked);
  const { data } = await team.remote.v1(v1Routes.listDocuments, {});
  const newId = data.find(({ title }) => title === 'Autumn')?.document_id ?? expect.fail('The upload is missing.');
  await waitForDocument(team.remote.v1, newId);
  await team.settle(linked);
  return newId;
}

const find = async (linked: LinkedWorkspace, remoteId: string) =>
  (await linked.listDocuments()).find(({ remote }) => remote?.id === remoteId) ??
  expect.fail('The document is missing.');

async function prepareDecision(linked: LinkedWorkspace, newId: string, decision: SimilarDecision) {
  const [newer, older] = [await find(linked, newId), await find(linked, oldId)];
  const params = { document_id: newer.document_id };
  return { params, json: { similar_id: older.document_id, decision } };
}

const decide = async (linked: LinkedWorkspace, newId: string, decision: SimilarDecision) =>
  linked.v1(v1Routes.decideSimilarDocument, await prepareDecision(linked, newId, decision));

const listRemoteTitles = async () => (await team.remote.v1(v1Routes.listDocuments, {})).data.map(({ title }) => title);

test('a similar document on the remote is offered, and both are kept there and for every member', async () => {
  const [ada, bob] = [await team.link(capabilities), await team.link(capabilities)];
  const newId = await addSimilar(ada);
  await team.settle(bob);
  for (const linked of [ada, bob]) {
    const { document_id } = await find(linked, oldId);
    expect((await find(linked, newId)).similar).toEqual({ document_id, title: 'Prices' });
    expect((await find(linked, oldId)).similar).toBeNull();
  }
  await decide(bob, newId, 'keep_both');
  expect((await find(bob, newId)).similar).toBeNull();
  const there = await team.remote.v1(v1Routes.getDocumentDetails, { params: { document_id: newId } });
  expect(there.similar).toBeNull();
  await team.settle(ada, bob);
  for (const linked of [ada, bob]) expect((await find(linked, newId)).similar).toBeNull();
});

test('replacing makes the document a version on the remote and here, with its file', async () => {
  const [ada, bob] = [await team.link(capabilities), await team.link(capabilities)];
  const newId = await addSimilar(ada);
  await team.settle(bob);
  const { document_id } = await find(ada, oldId);
  expect(await decide(ada, newId, 'replace')).toEqual({ document_id, version: 2 });
  expect(await listRemoteTitles()).toEqual(['Prices']);
  const expected = {
    document_id,
    title: 'Prices',
    version: 2,
    status: 'active',
    file_name: 'Autumn.txt',
    similar: null,
  };
  expect(await ada.listDocuments()).toMatchObject([expected]);
  await team.settle(ada, bob);
  expect(await ada.listDocuments(), 'after a refresh').toMatchObject([expected]);
  expect(await bob.listDocuments()).toMatchObject([{ ...expected, document_id: expect.any(String), sha256: null }]);
  const { data } = await ada.v1(v1Routes.listDocumentVersions, { params: { document_id } });
  expect(data.map(({ version, status, file_name }) => [version, status, file_name])).toEqual([
    [2, 'active', 'Autumn.txt'],
    [1, 'replaced', 'Prices.txt'],
  ]);
});

test('a document that was replaced at the remote becomes a version here, and is not replaced again', async () => {
  const ada = await team.link(capabilities);
  const newId = await addSimilar(ada);
  const [newer, older] = [await find(ada, newId), await find(ada, oldId)];
  const json = { similar_id: oldId, decision: 'replace' } as const;
  await team.remote.v1(v1Routes.decideSimilarDocument, { params: { document_id: newId }, json });
  await ada.sync();
  expect(await find(ada, oldId)).toMatchObject({ document_id: older.document_id, version: 2, status: 'active' });
  const params = { document_id: newer.document_id };
  const repeated = ada.v1(v1Routes.decideSimilarDocument, { params, json: { ...json, similar_id: older.document_id } });
  await expect(repeated).rejects.toMatchObject({ code: 'document_not_found' });
});

test('a repeated decision gets the first response, even if the remote’s response was lost', async () => {
  const ada = await team.link(capabilities);
  const newId = await addSimilar(ada);
  const { document_id } = await find(ada, oldId);
  const decision = {
    ...(await prepareDecision(ada, newId, 'replace')),
    headers: { 'Idempotency-Key': 'replace-prices' },
  };
  team.network.setLoss(({ url }) => (url?.endsWith('/similar') ? 'response' : null));
  await expect(ada.v1(v1Routes.decideSimilarDocument, decision)).rejects.toMatchObject({ code: 'remote_failed' });
  expect(await listRemoteTitles(), 'the remote has decided').toEqual(['Prices']);
  team.network.setLoss(() => null);
  const first = await ada.v1(v1Routes.decideSimilarDocument, decision);
  expect(first).toEqual({ document_id, version: 2 });
  team.network.setOnline(false);
  expect(await ada.v1(v1Routes.decideSimilarDocument, decision)).toEqual(first);
  expect(await ada.listDocuments()).toMatchObject([{ document_id, version: 2, file_name: 'Autumn.txt' }]);
});

test('a refresh between the remote’s decision and its response changes nothing, and the file stays', async () => {
  const ada = await team.link(capabilities);
  const newId = await addSimilar(ada);
  const { document_id } = await find(ada, oldId);
  const { sha256 } = await find(ada, newId);
  ada.makeChangesOlder();
  let refreshed: readonly unknown[] = [];
  team.network.setBeforeResponse(async ({ url }) => {
    if (!url?.endsWith('/similar')) return;
    await ada.sync();
    refreshed = await ada.listDocuments();
  });
  expect(await decide(ada, newId, 'replace')).toEqual({ document_id, version: 2 });
  expect(refreshed, 'the document has failed, because the remote no longer has it').toMatchObject([
    { document_id, version: 2, sha256: null },
    { title: 'Autumn', status: 'failed' },
  ]);
  const expected = [{ document_id, title: 'Prices', version: 2, status: 'active', sha256 }];
  expect(await ada.listDocuments()).toMatchObject(expected);
  await ada.sync();
  expect(await ada.listDocuments(), 'after another refresh').toMatchObject(expected);
  expect(ada.listFiles()).toEqual([sha256]);
});

test('says why nothing was changed if the remote refuses, cannot be reached, or does not list the route', async () => {
  const ada = await team.link(capabilities);
  const newId = await addSimilar(ada);
  const { document_id } = await find(ada, oldId);
  const params = { document_id };
  const itself = ada.v1(v1Routes.decideSimilarDocument, {
    params,
    json: { similar_id: document_id, decision: 'replace' },
  });
  await expect(itself).rejects.toMatchObject({ code: 'document_not_replaceable' });
  const without = await team.link({ document_list: true });
  expect((await find(without, newId)).similar).toBeNull();
  await expect(decide(without, newId, 'replace')).rejects.toMatchObject({ code: 'not_available_on_remote' });
  team.network.setOnline(false);
  await expect(decide(ada, newId, 'replace')).rejects.toMatchObject({ code: 'remote_failed' });
  expect((await find(ada, newId)).similar).toMatchObject({ title: 'Prices' });
  team.network.setOnline(true);
  expect(await listRemoteTitles()).toEqual(['Autumn', 'Prices']);
});
