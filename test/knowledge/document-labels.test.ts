import { afterAll, beforeAll, expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { startServiceWithWorkspace } from '../helpers/service/start-service-with-workspace.ts';
import type { StartedService } from '../helpers/service/start-service.ts';
import { upload, uploadAndWait } from '../helpers/service/upload.ts';

let started: StartedService;
beforeAll(async () => {
  started = await startServiceWithWorkspace();
});
afterAll(() => started.stop());

const readDetails = (document_id: string) => started.v1(v1Routes.getDocumentDetails, { params: { document_id } });
const listLabels = async () => (await started.v1(v1Routes.listDocumentLabels, {})).data;
const change = (document_ids: readonly string[], json: { add_labels?: string[]; remove_labels?: string[] }) =>
  started.v1(v1Routes.updateDocumentLabels, { json: { document_ids: [...document_ids], ...json } });

test('a document is renamed, and labels keep their first spelling', async () => {
  const first = await upload(started.v1, 'Prices', 'The lamp costs 5 dollars.');
  const second = await upload(started.v1, 'Hours', 'We open at nine.');
  const renamed = await started.v1(v1Routes.updateDocument, {
    params: { document_id: first },
    json: { title: ' Price\nlist ', add_labels: ['Éclair', 'Shop'] },
  });
  expect(renamed).toMatchObject({ title: 'Price list', labels: expect.arrayContaining(['Shop', 'Éclair']) });
  expect(await change([first, second, 'doc_none'], { add_labels: ['SHOP', 'éclair', 'New'] })).toEqual({
    changed: 2,
    skipped: [{ document_id: 'doc_none', reason: 'document_not_found' }],
    undo: [
      { document_ids: [first], add_labels: [], remove_labels: ['New'] },
      { document_ids: [second], add_labels: [], remove_labels: ['Shop', 'Éclair', 'New'] },
    ],
  });
  expect(await listLabels()).toEqual([
    { label: 'Éclair', documents: 2 },
    { label: 'New', documents: 2 },
    { label: 'Shop', documents: 2 },
  ]);
  await change([first], { remove_labels: ['ｓｈｏｐ', 'ÉCLAIR', 'unknown'] });
  expect((await readDetails(first)).labels).toEqual(['New']);
  const { data } = await started.app(appRoutes.listDocumentRecords, {});
  expect(data.map(({ title, labels }) => [title, labels.length])).toEqual([
    ['Hours', 3],
    ['Price list', 1],
  ]);
  await started.v1(v1Routes.deleteDocument, { params: { document_id: second } });
  expect(await listLabels()).toEqual([{ label: 'New', documents: 1 }]);
});

test('a document with too many labels keeps those it has', async () => {
  const document_id = await upload(started.v1, 'Labeled', 'A text with labels.');
  const labels = Array.from({ length: 20 }, (_, at) => `Label ${at}`);
  await started.v1(v1Routes.updateDocument, { params: { document_id }, json: { add_labels: labels } });
  const json = { title: 'Other', add_labels: ['One more'] };
  await expect(started.v1(v1Routes.updateDocument, { params: { document_id }, json })).rejects.toMatchObject({
    code: 'too_many_labels',
  });
  expect(await readDetails(document_id)).toMatchObject({ title: 'Labeled', labels: { length: 20 } });
  expect(await change([document_id], { add_labels: ['One more'] })).toMatchObject({
    changed: 0,
    skipped: [{ document_id, reason: 'too_many_labels' }],
  });
  expect(await change([document_id], { add_labels: ['One more'], remove_labels: ['Label 3'] })).toMatchObject({
    changed: 1,
  });
});

test('a search finds only passages of the documents of its filter', async () => {
  const uploadLabeled = async (title: string, text: string, ...add_labels: string[]) => {
    const { document_id } = await uploadAndWait(started.v1, title, text);
    await started.v1(v1Routes.updateDocument, { params: { document_id }, json: { add_labels } });
    return document_id;
  };
  const north = await uploadLabeled('North', 'The north gate opens at seven.', 'Gates', 'North side');
  const south = await uploadLabeled('South', 'The south gate opens at eight.', 'Gates');
  const other = await uploadLabeled('East', 'The east gate opens at nine.', 'Öffnung');
  const search = async (filter?: { document_ids?: string[]; labels?: string[] }) => {
    const json = { query: 'When does the gate open?', ...(filter && { filter }) };
    const { data } = await started.v1(v1Routes.searchKnowledge, { json });
    return data
      .map(({ document_id }) => document_id)
      .filter((id) => [north, south, other].includes(id))
      .toSorted();
  };
  expect(await search()).toEqual([north, south, other].toSorted());
  expect(await search({ labels: ['north SIDE'] })).toEqual([north]);
  expect(await search({ labels: ['öffnung'] })).toEqual([other]);
  expect(await search({ labels: ['gates'] })).toEqual([north, south].toSorted());
  expect(await search({ document_ids: [other], labels: ['North side'] })).toEqual([north, other].toSorted());
  expect(await search({ labels: ['none'] })).toEqual([]);
  expect(await search({})).toEqual([]);
});
