import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import type { SimilarDecision } from '../../shared/knowledge/similar-documents.ts';
import { startServiceWithWorkspace } from '../helpers/service/start-service-with-workspace.ts';
import type { StartedService } from '../helpers/service/start-service.ts';
import { testOnFile } from '../helpers/service/test-on-file.ts';
import { replace, upload, uploadAndWait, waitForVersion } from '../helpers/service/upload.ts';

let started: StartedService;
beforeAll(async () => {
  started = await startServiceWithWorkspace();
});
afterAll(() => started.stop());

const priceList =
  'A desk lamp costs PRICE dollars and has a dimmer. A floor lamp costs PRICE dollars without one. Bulbs for both of them are ' +
  'PRICE dollars each, and our staff takes them back when they are broken. Cables cost PRICE dollars for every metre.';

/** A price list of a shop whose words are its own, so that only its own lists are similar. */
const writePrices = (shop: string, price: number) =>
  priceList.replaceAll('PRICE', `${price}`).replaceAll(/[a-z]{4,}/gi, (word) => `${shop}${word}`);

let shops = 0;
const nameShop = () => `q${['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'][shops++]}x`;

const readDetails = (document_id: string) => started.v1(v1Routes.getDocumentDetails, { params: { document_id } });
const findSimilar = async (document_id: string) => (await readDetails(document_id)).similar?.document_id ?? null;
const decide = (document_id: string, similar_id: string, decision: SimilarDecision) =>
  started.v1(v1Routes.decideSimilarDocument, { params: { document_id }, json: { similar_id, decision } });
const searchTexts = async (query: string) =>
  (await started.v1(v1Routes.searchKnowledge, { json: { query } })).data.map(({ text }) => text);

async function uploadPair() {
  const shop = nameShop();
  const [oldText, newText] = [writePrices(shop, 20), writePrices(shop, 31)];
  const older = (await uploadAndWait(started.v1, `${shop} prices`, oldText)).document_id;
  const newer = (await uploadAndWait(started.v1, `${shop} autumn`, newText)).document_id;
  return { shop, older, newer, oldText, newText };
}

test('a document with nearly the same text as an older one is offered, and nothing is replaced by itself', async () => {
  const { shop, older, newer, oldText, newText } = await uploadPair();
  expect(await findSimilar(newer)).toBe(older);
  expect(await findSimilar(older)).toBeNull();
  const { data } = await started.app(appRoutes.listDocumentRecords, {});
  expect(data.filter(({ similar }) => similar)).toMatchObject([
    { document_id: newer, similar: { document_id: older, title: `${shop} prices` } },
  ]);
  expect((await searchTexts(`What does a ${shop}desk ${shop}lamp cost?`)).slice(0, 2).toSorted()).toEqual(
    [oldText, newText].toSorted(),
  );
  await started.v1(v1Routes.deleteDocument, { params: { document_id: older } });
  expect(await findSimilar(newer), 'after the older one was deleted').toBeNull();
});

test('a different document and a copy of the same bytes are not offered', async () => {
  const { oldText, older, newer } = await uploadPair();
  await decide(newer, older, 'keep_both');
  const copy = await uploadAndWait(started.v1, 'Copy', oldText);
  expect(await findSimilar(copy.document_id)).not.toBe(older);
  const other = await uploadAndWait(
    started.v1,
    'Terms',
    'Everything that you buy here can be returned within four weeks, if you bring the receipt and the box. We repair lamps in our own workshop, which takes about three days.',
  );
  expect(await findSimilar(other.document_id)).toBeNull();
});

test('the offer makes a document the next version of the older one, with its history, title and labels', async () => {
  const { shop, older, newer, oldText, newText } = await uploadPair();
  await started.v1(v1Routes.updateDocument, { params: { document_id: older }, json: { add_labels: ['Shop'] } });
  await started.v1(v1Routes.updateDocument, { params: { document_id: newer }, json: { add_labels: ['Autumn'] } });
  expect(await decide(newer, older, 'replace')).toEqual({ document_id: older, version: 2 });
  await expect(readDetails(newer)).rejects.toMatchObject({ code: 'document_not_found' });
  expect(await readDetails(older)).toMatchObject({
    title: `${shop} prices`,
    labels: ['Autumn', 'Shop'],
    version: 2,
    file_name: `${shop} autumn.txt`,
    similar: null,
  });
  const found = await searchTexts(`What does a ${shop}desk ${shop}lamp cost?`);
  expect(found).toContain(newText);
  expect(found).not.toContain(oldText);
  const { data } = await started.v1(v1Routes.listDocumentVersions, { params: { document_id: older } });
  expect(data.map(({ version, status, title }) => [version, status, title])).toEqual([
    [2, 'active', `${shop} prices`],
    [1, 'replaced', `${shop} prices`],
  ]);
  await started.v1(v1Routes.restoreDocumentVersion, { params: { document_id: older, version: '1' } });
  await waitForVersion(started.v1, older, 3);
  expect(await searchTexts(`What does a ${shop}desk ${shop}lamp cost?`)).not.toContain(newText);
});

test('a repeated decision gets the first response, although the document is gone', async () => {
  const { older, newer } = await uploadPair();
  const decideWithKey = (decision: SimilarDecision) =>
    started.v1(v1Routes.decideSimilarDocument, {
      params: { document_id: newer },
      json: { similar_id: older, decision },
      headers: { 'Idempotency-Key': 'replace-once' },
    });
  const first = await decideWithKey('replace');
  expect(await decideWithKey('replace')).toEqual(first);
  await expect(decideWithKey('keep_both')).rejects.toMatchObject({ code: 'idempotency_mismatch' });
  await expect(decide(newer, older, 'replace')).rejects.toMatchObject({ code: 'document_not_found' });
});

test('a document that waits for its next version gives it up when it is replaced by another one', async () => {
  const { shop, older, newer } = await uploadPair();
  await replace(started.v1, older, '%PDF-1.7\nnot a PDF', 'broken.pdf');
  const { version } = await decide(newer, older, 'replace');
  const { data } = await started.v1(v1Routes.listDocumentVersions, { params: { document_id: older } });
  expect(data.map((one) => [one.version, one.status])).toEqual([
    [version, 'active'],
    [1, 'replaced'],
  ]);
  expect(await searchTexts(`What does a ${shop}desk ${shop}lamp cost?`)).toContain(writePrices(shop, 31));
});

test('both are kept for ever, also if that was decided before the text was read', async () => {
  const { shop, older, newer } = await uploadPair();
  expect(await decide(newer, older, 'keep_both')).toEqual({ document_id: newer, version: 1 });
  expect(await findSimilar(newer)).toBeNull();
  const early = await upload(started.v1, 'Winter', writePrices(shop, 44));
  await Promise.all([older, newer].map((id) => decide(early, id, 'keep_both')));
  await expect
    .poll(async () => (await started.v1(v1Routes.getDocument, { params: { document_id: early } })).status)
    .toBe('active');
  expect(await findSimilar(early)).toBeNull();
});

test('a document is not replaced by itself, by one that is not active or has versions, or that an agent names', async () => {
  const { older, newer, shop } = await uploadPair();
  const refuse = (detail: RegExp) => ({ code: 'document_not_replaceable', message: expect.stringMatching(detail) });
  await expect(decide(newer, newer, 'replace')).rejects.toMatchObject(refuse(/cannot replace itself/));
  await expect(decide(newer, 'doc_none', 'replace')).rejects.toMatchObject({ code: 'document_not_found' });
  const broken = await uploadAndWait(started.v1, 'Broken', '%PDF-1.7\nnot a PDF', 'broken.pdf');
  await expect(decide(broken.document_id, older, 'replace')).rejects.toMatchObject(refuse(/“Broken” is failed/));

  const agent_id = (await started.app(appRoutes.listAgentRecords, {})).data[0]?.agent_id ?? '';
  const { definition } = await started.v1(v1Routes.getAgent, { params: { agent_id } });
  if (!definition) throw new Error('The agent has no definition.');
  const publish = async (document_ids: string[]) => {
    const documents = {
      scope: document_ids.length > 0 ? ('selected' as const) : ('all' as const),
      document_ids,
      labels: [],
    };
    await started.v1(v1Routes.saveAgentDraft, {
      params: { agent_id },
      json: { definition: { ...definition, documents } },
    });
    await started.v1(v1Routes.publishAgentVersion, { params: { agent_id }, json: { note: '' } });
  };
  await publish([newer]);
  await expect(decide(newer, older, 'replace')).rejects.toMatchObject(refuse(/names “q\wx autumn” as one of its/));
  await publish([]);
  await replace(started.v1, newer, writePrices(shop, 50), 'again.txt');
  await waitForVersion(started.v1, newer, 2);
  expect(await findSimilar(newer), 'with a version of its own').toBeNull();
  await expect(decide(newer, older, 'replace')).rejects.toMatchObject(refuse(/has several versions/));
});

testOnFile('nothing of both versions stays in the files when the document is deleted', async () => {
  const { shop, older, newer } = await uploadPair();
  await decide(newer, older, 'replace');
  await started.v1(v1Routes.deleteDocument, { params: { document_id: older } });
  const listFilesWith = (word: string) =>
    readdirSync(join(started.dataDir, 'workspaces'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => readFileSync(path).includes(word));
  expect(listFilesWith(writePrices(shop, 31).slice(0, 60))).toEqual([]);
  expect(listFilesWith(writePrices(shop, 20).slice(0, 60))).toEqual([]);
});
