import type { Database } from '../../db/database.ts';

/**
 * The objects of a workspace in the bucket. A row exists from before the upload until the bucket has confirmed the deletion, and no key
 * is used twice. So an object without a row is unused, and a deletion that arrives late deletes nothing else.
 */
export const objectSchema = `
CREATE TABLE stored_object (
  key text PRIMARY KEY,
  name text NOT NULL,
  sha256 text NOT NULL,
  size_bytes bigint NOT NULL,
  state text NOT NULL CHECK (state IN ('uploading', 'stored', 'removing'))
);
CREATE INDEX stored_object_name ON stored_object (name);
CREATE INDEX stored_object_state ON stored_object (state) WHERE state <> 'stored';
`;

export type ObjectRow = {
  readonly key: string;
  readonly name: string;
  readonly sha256: string;
  readonly size_bytes: number;
};

export function insertObject(
  db: Database,
  { key, name, sha256, size_bytes }: ObjectRow,
  state: 'uploading' | 'stored',
): void {
  const sql = 'INSERT INTO stored_object (key, name, sha256, size_bytes, state) VALUES (?, ?, ?, ?, ?)';
  db.run(sql, key, name, sha256, size_bytes, state);
}

/** Makes an object the current one of its file. Throws if it was removed meanwhile. */
export function storeObject(db: Database, { key, name }: ObjectRow): void {
  db.run(`UPDATE stored_object SET state = 'removing' WHERE name = ? AND state = 'stored'`, name);
  const { changes } = db.run(`UPDATE stored_object SET state = 'stored' WHERE key = ? AND state = 'uploading'`, key);
  if (changes !== 1) throw new Error('The object was removed while it was uploaded.');
}

export function findStoredObject(db: Database, name: string): ObjectRow | undefined {
  return db.get<ObjectRow>(
    `SELECT key, name, sha256, size_bytes FROM stored_object WHERE name = ? AND state = 'stored'`,
    name,
  );
}

export function listStoredObjects(db: Database): readonly ObjectRow[] {
  return db.all<ObjectRow>(
    `SELECT key, name, sha256, size_bytes FROM stored_object WHERE state = 'stored' ORDER BY name`,
  );
}

/** Lists the names of a folder's files, such as `files/<sha256>`, whose objects are stored. */
export function listStoredNames(db: Database, folder: string): readonly string[] {
  const sql = `SELECT name FROM stored_object WHERE state = 'stored' AND name > ? AND name < ? ORDER BY name`;
  // In the order of characters, 0 follows the slash.
  return db.all<{ readonly name: string }>(sql, `${folder}/`, `${folder}0`).map(({ name }) => name);
}

export function startRemoval(db: Database, name: string): void {
  db.run(`UPDATE stored_object SET state = 'removing' WHERE name = ?`, name);
}

/** For an upload that failed. */
export function abandonObject(db: Database, key: string): void {
  db.run(`UPDATE stored_object SET state = 'removing' WHERE key = ?`, key);
}

/** The process that uploaded them has ended. */
export function abandonAllUploads(db: Database): void {
  db.run(`UPDATE stored_object SET state = 'removing' WHERE state = 'uploading'`);
}

/** Objects without a row are removed. */
export function addUnknownObjects(db: Database, keys: readonly string[]): void {
  const sql = `INSERT INTO stored_object (key, name, sha256, size_bytes, state) VALUES (?, '', '', 0, 'removing')`;
  db.transaction(() => {
    for (const key of keys) if (!db.get('SELECT 1 FROM stored_object WHERE key = ?', key)) db.run(sql, key);
  });
}

export function listRemovingKeys(db: Database, limit: number): readonly string[] {
  const sql = `SELECT key FROM stored_object WHERE state = 'removing' ORDER BY key LIMIT ?`;
  return db.all<{ readonly key: string }>(sql, limit).map(({ key }) => key);
}

export function deleteObjectRow(db: Database, key: string): void {
  db.run(`DELETE FROM stored_object WHERE key = ? AND state = 'removing'`, key);
}
