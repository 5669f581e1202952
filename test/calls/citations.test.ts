import { afterEach, beforeEach, expect, test } from 'vitest';
import { areSourcesActive, insertTurn, listTimedTurns } from '../../electron/service/features/calls/turn-queries.ts';
import type { Database } from '../../electron/service/platform/db/database.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { openTestDatabase } from '../helpers/service/test-database.ts';

let folder: TemporaryFolder;
beforeEach(async () => {
  folder = await createTemporaryFolder();
});
afterEach(() => folder.remove());

/** Adds an organization and a document with three chunks whose ids differ from their positions. */
function insertDocument(db: Database): void {
  db.execute(`
    INSERT INTO organization VALUES ('org_1', 'Kept', '', 'active', 'local', 0);
    INSERT INTO document (id, document_id, org_id, title, kind, file_name, size_bytes, sha256, status, added_at)
    VALUES (5, 'doc_1', 'org_1', 'Terms', 'txt', 't.txt', 1, 'x', 'active', 0);
    INSERT INTO chunk (id, document, position, text) VALUES (30, 5, 0, 'one'), (31, 5, 1, 'two'), (32, 5, 2, 'three');
  `);
}

const listTexts = (db: Database) => listTimedTurns(db, 1).map(({ passages }) => passages.map(({ text }) => text));

test('a citation of a deleted chunk or document keeps its title and page, without a text', () => {
  const db = openTestDatabase(folder.path);
  insertDocument(db);
  const citations = [
    { document_id: 'doc_1', title: 'Terms', page: null, version: 1, chunkPosition: 1 },
    { document_id: 'doc_1', title: 'Terms', page: null, version: 1, chunkPosition: -1 },
    { document_id: 'doc_2', title: 'Gone', page: 4, version: 1, chunkPosition: 0 },
  ];
  insertTurn(db, 1, 0, { speaker: 'agent', text: 'As it says.', startSeconds: 0, endSeconds: 1, citations });
  expect(listTexts(db)).toEqual([['two', '', '']]);
  expect(listTimedTurns(db, 1)[0]?.passages[2]).toMatchObject({ title: 'Gone', page: 4 });
  db.close();
});

test('a citation has no text while its document is processed again, and then shows the same passage', () => {
  const db = openTestDatabase(folder.path);
  insertDocument(db);
  const citations = [{ document_id: 'doc_1', title: 'Terms', page: null, version: 1, chunkPosition: 2 }];
  insertTurn(db, 1, 0, { speaker: 'agent', text: 'As it says.', startSeconds: 0, endSeconds: 1, citations });
  expect([listTexts(db), areSourcesActive(db, 1)]).toEqual([[['three']], true]);
  db.execute(`UPDATE document SET status = 'processing'; DELETE FROM chunk;`);
  expect([listTexts(db), areSourcesActive(db, 1)]).toEqual([[['']], false]);
  db.execute(`INSERT INTO chunk (document, position, text) VALUES (5, 2, 'three'), (5, 0, 'one'), (5, 1, 'two')`);
  db.execute(`UPDATE document SET status = 'active'`);
  expect([listTexts(db), areSourcesActive(db, 1)]).toEqual([[['three']], true]);
  db.close();
});
