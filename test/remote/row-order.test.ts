import { afterEach, beforeEach, expect, test } from 'vitest';
import { RowOrder } from '../../electron/service/features/remote/row-order.ts';
import type { Database } from '../../electron/service/platform/db/database.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { openTestDatabase } from '../helpers/service/test-database.ts';

let folder: TemporaryFolder;
let db: Database;

beforeEach(async () => {
  folder = await createTemporaryFolder();
  db = openTestDatabase(folder.path);
  db.run(
    `INSERT INTO organization (org_id, name, industry, status, subscription_tier, created_at) VALUES ('org_1', '', '', '', '', 0)`,
  );
});
afterEach(async () => {
  db.close();
  await folder.remove();
});

function insert(title: string, id: number | null): void {
  db.run(
    `INSERT INTO document (id, document_id, org_id, title, file_name, size_bytes, sha256, status, added_at)
     VALUES (?1, ?2, 'org_1', ?2, '', 0, '', 'active', 0)`,
    id,
    title,
  );
}

const findId = (title: string) =>
  db.get<{ readonly id: number }>('SELECT id FROM document WHERE title = ?', title)?.id ?? null;

/** Stores the next titles of a list, newest first. */
function store(order: RowOrder, titles: readonly string[], hasMore: boolean): void {
  const known = titles.map(findId);
  const ids = order.assign(known, hasMore);
  for (const [index, title] of [...titles.entries()].toReversed())
    if (known[index] === null) insert(title, ids[index] ?? null);
}

const listNewestFirst = () =>
  db.all<{ readonly title: string }>('SELECT title FROM document ORDER BY id DESC').map(({ title }) => title);

/** Reads a list page by page, up to a number of pages. */
function read(pages: readonly (readonly string[])[], count = pages.length): void {
  const order = new RowOrder(db, 'document');
  for (const [index, page] of pages.slice(0, count).entries()) store(order, page, index < pages.length - 1);
}

test('a list of one page gets the next row ids', () => {
  insert('before', null);
  read([['c', 'b', 'a']]);
  expect(['a', 'b', 'c'].map(findId)).toEqual([2, 3, 4]);
});

test('a list of several pages is in its order, also while it is read and after an interruption', () => {
  insert('placed here', null);
  const pages = [
    ['f', 'e'],
    ['d', 'placed here', 'c'],
    ['b', 'a'],
  ];
  read(pages, 1);
  expect(listNewestFirst()).toEqual(['f', 'e', 'placed here']);
  insert('placed meanwhile', null);
  const later = [
    ['g', 'f', 'e'],
    ['d', 'placed here', 'c'],
    ['b', 'a'],
  ];
  read(later, 2);
  expect(listNewestFirst()).toEqual(['g', 'placed meanwhile', 'f', 'e', 'd', 'c', 'placed here']);
  read(later);
  expect(listNewestFirst()).toEqual(['g', 'placed meanwhile', 'f', 'e', 'd', 'c', 'b', 'a', 'placed here']);
});

test('a whole page of new items above an interrupted list is in its order, too', () => {
  read([['d', 'c'], ['b'], ['a']], 1);
  read([['f', 'e'], ['d', 'c'], ['b'], ['a']]);
  expect(listNewestFirst()).toEqual(['f', 'e', 'd', 'c', 'b', 'a']);
});

test('a list whose newest items are known from elsewhere is in its order', () => {
  insert('f', null);
  read([
    ['f', 'e'],
    ['d', 'c'],
    ['b', 'a'],
  ]);
  expect(listNewestFirst()).toEqual(['e', 'd', 'c', 'b', 'a', 'f']);
});

test('new items never get the row id of one that was deleted', () => {
  for (const title of ['a', 'b', 'c']) insert(title, null);
  db.run(`DELETE FROM document WHERE title IN ('b', 'c')`);
  read([['a', 'new']]);
  expect(findId('new')).toBe(4);
});
