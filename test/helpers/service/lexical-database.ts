import { SqliteDatabase } from '../../../electron/service/platform/db/sqlite-database.ts';
import { toSearchText } from '../../../electron/service/platform/search-text.ts';
import { migrations } from '../../../electron/service/workspaces/migrations.ts';

/** Opens an in-memory database with all tables, for tests of chunks that need no documents. */
export function openLexicalDatabase(): SqliteDatabase {
  const db = new SqliteDatabase(':memory:');
  for (const { up } of migrations) db.execute(up);
  return db;
}

export function addChunkText(db: SqliteDatabase, chunkId: number, text: string): void {
  db.run('INSERT INTO chunk_fts (rowid, text) VALUES (?, ?)', chunkId, toSearchText(text));
}

export function removeChunkText(db: SqliteDatabase, chunkId: number, text: string): void {
  db.run(`INSERT INTO chunk_fts (chunk_fts, rowid, text) VALUES ('delete', ?, ?)`, chunkId, toSearchText(text));
}
