import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract.ts';
import { waitForDocument } from '../helpers/wait-for-document.ts';
import { startService, type StartedService } from '../helpers/start-service.ts';
import { upload, uploadAndWait } from '../helpers/upload.ts';

let started: StartedService;
beforeEach(async () => {
  started = await startService();
  await started.app(appRoutes.createWorkspace, { json: { kind: 'local', name: 'Test', industry: '', email: '' } });
});
afterEach(() => started.stop());

const remove = (document_id: string) => started.v1(v1Routes.deleteDocument, { params: { document_id } });
const search = async (query: string) => (await started.v1(v1Routes.searchKnowledge, { json: { query } })).data;
const filesOfWorkspace = () =>
  readdirSync(join(started.dataDir, 'workspaces'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

test('nothing of a deleted document is left on the disk, not even in the database’s free pages', async () => {
  const word = 'zyzzyvaquark';
  const kept = await uploadAndWait(started.v1, 'Kept', 'Another text that stays where it is.');
  const { document_id } = await uploadAndWait(started.v1, 'Secret', `The ${word} is not for anyone. `.repeat(400));
  expect((await search(word))[0]?.document_id).toBe(document_id);
  const holding = () => filesOfWorkspace().filter((path) => readFileSync(path).includes(word));
  expect(holding().length).toBeGreaterThan(0);
  await remove(document_id);
  expect(holding()).toEqual([]);
  expect((await search(word)).map((passage) => passage.document_id)).toEqual([kept.document_id]);
});

test('a search that starts after the answer never sees the document, however searches and deletions interleave', async () => {
  for (let round = 0; round < 5; round++) {
    const { document_id } = await uploadAndWait(started.v1, 'Gone', `Round ${round}: the gate opens at dawn.`);
    const during = Array.from({ length: 4 }, () => search('When does the gate open?'));
    await remove(document_id);
    expect((await search('When does the gate open?')).map((passage) => passage.document_id)).not.toContain(document_id);
    await Promise.all(during);
  }
});

test('deleting a document that is being read stops the reading and leaves nothing', async () => {
  const id = await upload(started.v1, 'Long', 'A sentence that is read over and over again. '.repeat(30_000));
  await remove(id);
  await expect(started.v1(v1Routes.getDocument, { params: { document_id: id } })).rejects.toMatchObject({
    status: 404,
  });
  expect(filesOfWorkspace().filter((path) => /files|incoming/.test(path))).toEqual([]);
  const next = await uploadAndWait(started.v1, 'Next', 'The queue goes on with the next document.');
  expect(next.status).toBe('active');
});

test('a replayed search answer does not outlive the document that it quotes', async () => {
  const { document_id } = await uploadAndWait(started.v1, 'Quoted', 'The lantern code is seven green.');
  const ask = () =>
    started.v1(v1Routes.searchKnowledge, { json: { query: 'lantern code' }, headers: { 'Idempotency-Key': 'same' } });
  expect((await ask()).data[0]?.document_id).toBe(document_id);
  await remove(document_id);
  expect((await ask()).data).toEqual([]);
});

test('two documents of one file share it; it goes with the last of them', async () => {
  const text = 'One file under two titles.';
  const [first, second] = await Promise.all([upload(started.v1, 'First', text), upload(started.v1, 'Second', text)]);
  await Promise.all([waitForDocument(started.v1, first), waitForDocument(started.v1, second)]);
  const originals = () => filesOfWorkspace().filter((path) => /[\\/]files[\\/]/.test(path));
  expect(originals()).toHaveLength(1);
  await remove(first);
  expect(originals()).toHaveLength(1);
  const file = await started.v1(v1Routes.getDocumentFile, { params: { document_id: second } });
  expect(await file.text()).toBe(text);
  await remove(second);
  expect(originals()).toEqual([]);
});
