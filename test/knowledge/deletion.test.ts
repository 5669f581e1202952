import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { deleteChunks, insertChunk } from '../../electron/service/features/knowledge/chunk-queries.ts';
import { removeDeletedWords } from '../../electron/service/features/knowledge/document-text-queries.ts';
import { openDatabase } from '../../electron/service/platform/db/open-database.ts';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { SqliteDatabase } from '../../electron/service/platform/db/sqlite-database.ts';
import { migrations } from '../../electron/service/workspaces/migrations.ts';
import { databaseFile } from '../../electron/service/platform/db/workspace-databases.ts';
import { getMigrationBackupPath } from '../../electron/service/platform/db/migrate.ts';
import { firstVersion } from '../../electron/service/platform/db/unreleased-version.ts';
import { chooseFuzzRuns } from '../helpers/processes/fuzz-runs.ts';
import { createMemorySettings } from '../helpers/service/memory-settings.ts';
import { startService, type StartedService } from '../helpers/service/start-service.ts';
import { startServiceWithWorkspace } from '../helpers/service/start-service-with-workspace.ts';
import { createTemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { waitForDocument } from '../helpers/service/wait-for-document.ts';
import { upload, uploadAndWait } from '../helpers/service/upload.ts';

let started: StartedService;
beforeAll(async () => {
  started = await startServiceWithWorkspace();
});
afterEach(async () => {
  const { data } = await started.v1(v1Routes.listDocuments, {});
  for (const { document_id } of data) await deleteDocument(document_id);
});
afterAll(() => started.stop());

const deleteDocument = (document_id: string) => started.v1(v1Routes.deleteDocument, { params: { document_id } });
const search = async (query: string) => (await started.v1(v1Routes.searchKnowledge, { json: { query } })).data;
const listWorkspaceFiles = () =>
  readdirSync(join(started.dataDir, 'workspaces'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const listFilesWith = (word: string) => listWorkspaceFiles().filter((path) => readFileSync(path).includes(word));

test('no data of a deleted document remains on disk, not even in free pages of the database', async () => {
  const word = 'zyzzyvaquark';
  const kept = await uploadAndWait(started.v1, 'Kept', 'Another text that stays where it is.');
  const { document_id } = await uploadAndWait(started.v1, 'Secret', `The ${word} is not for anyone. `.repeat(150));
  expect((await search(word))[0]?.document_id).toBe(document_id);
  const [database = ''] = listWorkspaceFiles().filter((path) => path.endsWith('.db'));
  const reader = new SqliteDatabase(database, { readOnly: true });
  reader.run('VACUUM INTO ?', getMigrationBackupPath(database, firstVersion));
  reader.close();
  expect(listFilesWith(word).length).toBeGreaterThan(1);
  await deleteDocument(document_id);
  expect(listFilesWith(word)).toEqual([]);
  expect((await search(word)).map((passage) => passage.document_id)).toEqual([kept.document_id]);
});

test('no word of a deleted document remains in the full-text index once its database is rewritten', async () => {
  const folder = await createTemporaryFolder();
  const path = join(folder.path, databaseFile);
  const db = openDatabase(path, migrations);
  db.execute(`
    INSERT INTO organization VALUES ('org_1', 'Kept', '', 'active', 'local', 0);
    INSERT INTO document (id, document_id, org_id, title, kind, file_name, size_bytes, sha256, status, added_at)
    VALUES (1, 'doc_1', 'org_1', 'Deleted', 'txt', 'd.txt', 1, 'x', 'deleting', 0),
      (2, 'doc_2', 'org_1', 'Kept', 'txt', 'k.txt', 1, 'y', 'active', 0);
  `);
  const chunk = { page: null, heading: null, vector: new Float32Array(384) };
  const count = 500;
  db.transaction(() => {
    for (let position = 0; position < count; position++) {
      // Words in alphabetical order, so long that they fill several pages of the index.
      const text = `quark${String(position).padStart(4, '0')}${'x'.repeat(50)}`;
      insertChunk(db, position % 10 === 0 ? 2 : 1, { ...chunk, position, text }, 'test');
    }
    insertChunk(db, 2, { ...chunk, position: count, text: '東京都渋谷区の مُحَمَّد' }, 'test');
    insertChunk(db, 1, { ...chunk, position: count, text: '大阪市の प्रिया' }, 'test');
  });
  deleteChunks(db, 1, count + 1);
  const listWords = () => new Set(readFileSync(path, 'latin1').match(/quark\d{3}[1-9]/g));
  db.rewrite();
  expect(listWords().size).toBeGreaterThan(0);
  removeDeletedWords(db);
  db.rewrite();
  expect([...listWords()]).toEqual([]);
  const find = (word: string) => db.all('SELECT rowid FROM chunk_fts WHERE chunk_fts MATCH ?', word).length;
  expect([find('quark0100*'), find('quark0101*')]).toEqual([1, 0]);
  expect(['渋谷', 'محمد', '大阪', '"प्रिया"'].map(find), 'as search text').toEqual([1, 1, 0, 0]);
  const { changes } = db.sqlite.prepare('SELECT total_changes() AS changes').get() ?? {};
  removeDeletedWords(db);
  expect(db.sqlite.prepare('SELECT total_changes() AS changes').get()).toEqual({ changes });
  db.close();
  await folder.remove();
});

test('a deletion waits while another connection reads the database, and the service answers meanwhile', async () => {
  const word = 'syzygyquark';
  const { document_id } = await uploadAndWait(started.v1, 'Read', `The ${word} is not for anyone.`);
  const [database = ''] = listWorkspaceFiles().filter((path) => path.endsWith('workspace.db'));
  const reader = new SqliteDatabase(database, { readOnly: true });
  reader.execute('BEGIN; SELECT count(*) FROM chunk');
  let isDeleted = false;
  const deleting = deleteDocument(document_id).then(() => (isDeleted = true));
  for (let count = 0; count < 50; count++) await search(word);
  expect(isDeleted).toBe(false);
  reader.close();
  await deleting;
  expect(listWorkspaceFiles().filter((path) => readFileSync(path).includes(word))).toEqual([]);
});

test('a search that starts after the delete response never returns the document, even with concurrent searches', async () => {
  const rounds = chooseFuzzRuns({ perCommit: 3, long: 100 });
  for (let round = 0; round < rounds; round++) {
    const { document_id } = await uploadAndWait(started.v1, 'Gone', `Round ${round}: the gate opens at dawn.`);
    const during = Array.from({ length: 4 }, () => search('When does the gate open?'));
    await deleteDocument(document_id);
    expect((await search('When does the gate open?')).map((passage) => passage.document_id)).not.toContain(document_id);
    await Promise.all(during);
  }
});

test('deleting a processing document stops the ingest and removes all data', async () => {
  const id = await upload(started.v1, 'Long', 'A sentence that is repeated many times. '.repeat(30_000));
  await deleteDocument(id);
  await expect(started.v1(v1Routes.getDocument, { params: { document_id: id } })).rejects.toMatchObject({
    status: 404,
  });
  expect(listWorkspaceFiles().filter((path) => /files|incoming/.test(path))).toEqual([]);
  const next = await uploadAndWait(started.v1, 'Next', 'The queue continues with the next document.');
  expect(next.status).toBe('active');
});

test('the stored responses of a search and a question are deleted with the document that they quote', async () => {
  const { document_id } = await uploadAndWait(started.v1, 'Quoted', 'The lantern code is seven green.');
  const request = { json: { query: 'lantern code' }, headers: { 'Idempotency-Key': 'same' } };
  const findQuotes = async () => [
    ...(await started.v1(v1Routes.searchKnowledge, request)).data,
    ...(await started.app(appRoutes.askKnowledge, request)).data,
  ];
  expect((await findQuotes()).map((passage) => passage.document_id)).toEqual([document_id, document_id]);
  await deleteDocument(document_id);
  expect(await findQuotes()).toEqual([]);
});

test('a question that is answered while its document is deleted stores no quote', async () => {
  const word = 'quillfeather';
  const { document_id } = await uploadAndWait(started.v1, 'Quoted', `The ${word} is in the third drawer.`);
  const responses = Array.from({ length: 30 }, (_, at) =>
    started.app(appRoutes.askKnowledge, {
      json: { query: `Where is the ${word}?` },
      headers: { 'Idempotency-Key': `question ${at}` },
    }),
  );
  await Promise.race(responses);
  await deleteDocument(document_id);
  await Promise.all(responses);
  expect(listFilesWith(word)).toEqual([]);
});

test('two documents with the same file share it until the last one is deleted', async () => {
  const text = 'One file under two titles.';
  const [first, second] = await Promise.all([upload(started.v1, 'First', text), upload(started.v1, 'Second', text)]);
  await Promise.all([waitForDocument(started.v1, first), waitForDocument(started.v1, second)]);
  const listOriginals = () => listWorkspaceFiles().filter((path) => /[\\/]files[\\/]/.test(path));
  expect(listOriginals()).toHaveLength(1);
  await deleteDocument(first);
  expect(listOriginals()).toHaveLength(1);
  const file = await started.v1(v1Routes.getDocumentFile, { params: { document_id: second } });
  expect(await file.text()).toBe(text);
  await deleteDocument(second);
  expect(listOriginals()).toEqual([]);
});

test('a start that cannot finish a deletion still removes unused files and processes the other documents', async () => {
  const folder = await createTemporaryFolder();
  const settings = createMemorySettings();
  const first = await startServiceWithWorkspace({ dataDir: folder.path, settings });
  await uploadAndWait(first.v1, 'Stuck', 'A text that cannot be deleted.');
  const { document_id } = await uploadAndWait(first.v1, 'Next', 'A text that is processed again.');
  await first.service.close();
  const [dir = ''] = readdirSync(join(folder.path, 'workspaces')).map((id) => join(folder.path, 'workspaces', id));
  const db = new SqliteDatabase(join(dir, databaseFile));
  db.execute(`UPDATE document SET status = iif(title = 'Stuck', 'deleting', 'processing');
    CREATE TRIGGER stuck BEFORE DELETE ON document BEGIN SELECT raise(ABORT, 'This row cannot be deleted.'); END`);
  db.close();
  const [unused, subfolder] = ['a', 'b'].map((digit) => join(dir, 'files', digit.repeat(64))) as [string, string]; // two
  writeFileSync(unused, 'left by an upload that was interrupted');
  mkdirSync(subfolder);

  const logged: string[] = [];
  const log = { error: (_: object, message: string) => logged.push(message) };
  const second = await startService({ dataDir: folder.path, settings, log });
  expect((await waitForDocument(second.v1, document_id)).status).toBe('active');
  expect([existsSync(unused), existsSync(subfolder)]).toEqual([false, true]);
  expect(logged).toEqual(['failed to remove unused files']);
  await second.stop();
  await folder.remove();
});

test('the database is rewritten when its workspace is closed after a deletion', async () => {
  const folder = await createTemporaryFolder();
  const service = await startServiceWithWorkspace({ dataDir: folder.path });
  const { document_id } = await uploadAndWait(service.v1, 'Secret', 'Not for anyone. '.repeat(500));
  await service.v1(v1Routes.deleteDocument, { params: { document_id } });
  const [id = ''] = readdirSync(join(folder.path, 'workspaces'));
  const request = join(folder.path, 'workspaces', id, 'rewrite-requested');
  expect(existsSync(request), 'is kept for the next start, in case this one is killed').toBe(true);
  await service.stop();
  expect(existsSync(request)).toBe(false);
  const db = new SqliteDatabase(join(folder.path, 'workspaces', id, databaseFile), { readOnly: true });
  expect(db.get('PRAGMA freelist_count')).toEqual({ freelist_count: 0 });
  db.close();
  await folder.remove();
});
