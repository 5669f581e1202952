import { DatabaseSync } from 'node:sqlite';
import { toSearchText } from '../../../electron/service/platform/search-text.ts';
import { migrations } from '../../../electron/service/workspaces/migrations.ts';

/** Opens an in-memory database with all tables, for tests of chunks that need no documents. */
export function openLexicalDatabase(): DatabaseSync {
  const db = new DatabaseSync(':memory:');
  for (const { up } of migrations) db.exec(up);
  return db;
}

export function addChunkText(db: DatabaseSync, chunkId: number, text: string): void {
  db.prepare('INSERT INTO chunk_fts (rowid, text) VALUES (?, ?)').run(chunkId, toSearchText(text));
}

export function removeChunkText(db: DatabaseSync, chunkId: number, text: string): void {
  db.prepare(`INSERT INTO chunk_fts (chunk_fts, rowid, text) VALUES ('delete', ?, ?)`).run(chunkId, toSearchText(text));
}
