import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { startServiceWithWorkspace } from '../helpers/service/start-service-with-workspace.ts';
import type { StartedService } from '../helpers/service/start-service.ts';
import { databasePrototype } from '../helpers/service/test-database.ts';
import { testOnFile } from '../helpers/service/test-on-file.ts';
import { replace, uploadAndWait, waitForVersion } from '../helpers/service/upload.ts';

let started: StartedService;
beforeAll(async () => {
  started = await startServiceWithWorkspace();
});
afterAll(() => started.stop());

const brokenPdf = '%PDF-1.7\nnot a PDF';

const listVersions = async (document_id: string) =>
  (await started.v1(v1Routes.listDocumentVersions, { params: { document_id } })).data;
const search = async (query: string) => (await started.v1(v1Routes.searchKnowledge, { json: { query } })).data;
const readFileOf = async (document_id: string, version: number) =>
  (await started.v1(v1Routes.getDocumentVersionFile, { params: { document_id, version: `${version}` } })).text();
const listFilesWith = (word: string) =>
  readdirSync(join(started.dataDir, 'workspaces'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(word));

test('a document is replaced, goes back and keeps its ID, title, labels and history', async () => {
  const { document_id } = await uploadAndWait(started.v1, 'Prices', 'A lamp costs five dollars.', 'prices.txt');
  await started.v1(v1Routes.updateDocument, { params: { document_id }, json: { add_labels: ['Shop'] } });
  expect(await replace(started.v1, document_id, 'A lamp costs six dollars.', 'prices-2027.txt')).toMatchObject({
    document_id,
    version: 2,
    message: 'Version 2 of “Prices” is being processed.',
  });
  await waitForVersion(started.v1, document_id, 2);
  expect((await search('What does a lamp cost?')).map(({ text }) => text)).toEqual(['A lamp costs six dollars.']);
  expect(await started.v1(v1Routes.getDocumentDetails, { params: { document_id } })).toMatchObject({
    title: 'Prices',
    labels: ['Shop'],
    version: 2,
    file_name: 'prices-2027.txt',
  });
  expect(await listVersions(document_id)).toMatchObject([
    { version: 2, status: 'active', is_current: true, replaced_at: null },
    { version: 1, status: 'replaced', is_current: false, file_name: 'prices.txt', replaced_at: expect.any(String) },
  ]);
  expect(await readFileOf(document_id, 1)).toBe('A lamp costs five dollars.');
  await started.v1(v1Routes.restoreDocumentVersion, { params: { document_id, version: '1' } });
  await waitForVersion(started.v1, document_id, 3);
  expect((await search('What does a lamp cost?')).map(({ text }) => text)).toEqual(['A lamp costs five dollars.']);
  expect((await listVersions(document_id)).map(({ version, restored_from }) => [version, restored_from])).toEqual([
    [3, 1],
    [2, null],
    [1, null],
  ]);
  expect((await started.v1(v1Routes.listDocuments, {})).data).toHaveLength(1);
  await started.v1(v1Routes.deleteDocument, { params: { document_id } });
  expect(await search('What does a lamp cost?')).toEqual([]);
  await expect(listVersions(document_id)).rejects.toMatchObject({ code: 'document_not_found' });
});

test('a version that cannot be processed leaves the current one in use, and another one takes its place', async () => {
  const { document_id } = await uploadAndWait(started.v1, 'Hours', 'The shop opens at nine.');
  await replace(started.v1, document_id, brokenPdf, 'hours.pdf');
  await expect
    .poll(async () => (await started.app(appRoutes.listDocumentRecords, {})).data[0])
    .toMatchObject({
      status: 'active',
      version: 1,
      next_version: { version: 2, status: 'failed', file_name: 'hours.pdf' },
    });
  expect((await search('When does the shop open?')).map(({ text }) => text)).toEqual(['The shop opens at nine.']);
  await replace(started.v1, document_id, 'The shop opens at ten.', 'hours.txt');
  await waitForVersion(started.v1, document_id, 3);
  expect((await listVersions(document_id)).map(({ version, status }) => [version, status])).toEqual([
    [3, 'active'],
    [1, 'replaced'],
  ]);
  await started.v1(v1Routes.deleteDocument, { params: { document_id } });
});

test('a document that failed is replaced by a version that can be read', async () => {
  const { document_id } = await uploadAndWait(started.v1, 'Broken', brokenPdf, 'broken.pdf');
  await replace(started.v1, document_id, 'The pier is open.', 'pier.txt');
  await waitForVersion(started.v1, document_id, 2);
  expect((await listVersions(document_id)).map(({ version }) => version)).toEqual([2]);
  await started.v1(v1Routes.deleteDocument, { params: { document_id } });
});

test('the version in use is neither deleted nor restored, and a version that does not exist is 404', async () => {
  const { document_id } = await uploadAndWait(started.v1, 'Used', 'A text in use.');
  const params = { document_id, version: '1' };
  const code = { code: 'version_in_use' };
  await expect(started.v1(v1Routes.deleteDocumentVersion, { params })).rejects.toMatchObject(code);
  await expect(started.v1(v1Routes.restoreDocumentVersion, { params })).rejects.toMatchObject(code);
  for (const version of ['2', '0', 'x', '9007199254740993'])
    await expect(
      started.v1(v1Routes.deleteDocumentVersion, { params: { document_id, version } }),
    ).rejects.toMatchObject({ status: 404 });
  await started.v1(v1Routes.deleteDocument, { params: { document_id } });
});

testOnFile('nothing of a deleted version is left on disk, nor of a document with versions', async () => {
  const texts = ['zyzzyva', 'quillfeather', 'syzygy'].map((word) => `The ${word} is for nobody. `.repeat(40));
  const { document_id } = await uploadAndWait(started.v1, 'Secret', texts[0] ?? '');
  for (const [index, text] of texts.slice(1).entries()) {
    await replace(started.v1, document_id, text, 'secret.txt');
    await waitForVersion(started.v1, document_id, index + 2);
  }
  expect(listFilesWith('zyzzyva').length).toBeGreaterThan(0);
  await started.v1(v1Routes.deleteDocumentVersion, { params: { document_id, version: '1' } });
  expect(listFilesWith('zyzzyva')).toEqual([]);
  expect((await listVersions(document_id)).map(({ version }) => version)).toEqual([3, 2]);
  expect((await search('Who is the syzygy for?'))[0]?.document_id).toBe(document_id);
  await started.v1(v1Routes.deleteDocument, { params: { document_id } });
  for (const word of ['quillfeather', 'syzygy']) expect(listFilesWith(word), word).toEqual([]);
});

testOnFile(
  'a version that cannot be erased now is deleted, and the problem does not say that its document is',
  async () => {
    const { document_id } = await uploadAndWait(started.v1, 'Kept', 'The first text.');
    await replace(started.v1, document_id, 'The second text.', 'kept.txt');
    await waitForVersion(started.v1, document_id, 2);
    const erasing = vi.spyOn(databasePrototype, 'bulkTransaction').mockImplementation(() => {
      throw Object.assign(new Error('No space is left.'), { code: 'ENOSPC' });
    });
    const params = { document_id, version: '1' };
    await expect(started.v1(v1Routes.deleteDocumentVersion, { params })).rejects.toMatchObject({
      code: 'storage_full',
      message: expect.stringMatching(/^The version was deleted\. The disk is too full to erase all of its data now/),
    });
    erasing.mockRestore();
    expect((await listVersions(document_id)).map(({ version }) => version)).toEqual([2]);
    await started.v1(v1Routes.deleteDocument, { params: { document_id } });
  },
);

test('a change that names another version is refused, and one with the same key is made once', async () => {
  const { document_id } = await uploadAndWait(started.v1, 'Guarded', 'A guarded text.');
  const send = (headers: Record<string, string>) => replace(started.v1, document_id, 'A new text.', 'n.txt', headers);
  await expect(send({ 'If-Match': '"other"' })).rejects.toMatchObject({ code: 'precondition_failed' });
  const etag = (await started.send(`/v1/knowledge/documents/${document_id}/details`, {}, 'window')).headers.get('ETag');
  const once = { 'If-Match': etag ?? '', 'Idempotency-Key': 'once' };
  expect([(await send(once)).version, (await send(once)).version]).toEqual([2, 2]);
  await waitForVersion(started.v1, document_id, 2);
  await started.v1(v1Routes.deleteDocument, { params: { document_id } });
});
