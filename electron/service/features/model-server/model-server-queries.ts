import type { Database } from '../../platform/db/database.ts';

/** Tables with the same columns: the settings of a server as JSON, and whether its API key is in the keychain. */
export type ModelServerTable = 'language_model' | 'speech_server';

type ServerRow = { readonly settings: string; readonly has_key: number };

export function findServer(db: Database, table: ModelServerTable, orgId: string): ServerRow | undefined {
  return db.get<ServerRow>(`SELECT settings, has_key FROM ${table} WHERE org_id = ?`, orgId);
}

export function storeServer(db: Database, table: ModelServerTable, orgId: string, row: ServerRow | null): void {
  if (!row) return void db.run(`DELETE FROM ${table} WHERE org_id = ?`, orgId);
  const sql = `INSERT INTO ${table} (org_id, settings, has_key) VALUES (?, ?, ?)
    ON CONFLICT (org_id) DO UPDATE SET settings = excluded.settings, has_key = excluded.has_key`;
  db.run(sql, orgId, row.settings, row.has_key);
}
