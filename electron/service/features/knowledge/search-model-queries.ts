import { storedSearchModelSchema, type StoredSearchModel } from '../../../../shared/knowledge/search-model.ts';
import type { Database } from '../../platform/db/database.ts';

export type SearchModelRow = { readonly fingerprint: string; readonly model: StoredSearchModel };

/** `active` is the model that searches use, `next` the one that replaces it. */
export type SearchModelRole = 'active' | 'next';

/** Returns null if there is none: the active model is then the built-in one. */
export function findSearchModel(db: Database, role: SearchModelRole): SearchModelRow | null {
  const sql = 'SELECT fingerprint, model FROM search_model WHERE role = ?';
  const row = db.get<{ readonly fingerprint: string; readonly model: string }>(sql, role);
  return row ? { fingerprint: row.fingerprint, model: storedSearchModelSchema.parse(JSON.parse(row.model)) } : null;
}

export function storeSearchModel(db: Database, role: SearchModelRole, { fingerprint, model }: SearchModelRow): void {
  const sql = `INSERT INTO search_model (role, fingerprint, model) VALUES (?, ?, ?)
    ON CONFLICT (role) DO UPDATE SET fingerprint = excluded.fingerprint, model = excluded.model`;
  db.run(sql, role, fingerprint, JSON.stringify(model));
}

export function deleteSearchModel(db: Database, role: SearchModelRole): void {
  db.run('DELETE FROM search_model WHERE role = ?', role);
}

/** Assigns a model to the active documents, all of which must have its vectors. */
export function setDocumentModel(db: Database, fingerprint: string): void {
  db.run(`UPDATE document SET model = ? WHERE status = 'active' AND model IS NOT NULL`, fingerprint);
}

export type ChunkWithoutVector = {
  readonly chunk: number;
  readonly orgId: string;
  readonly text: string;
  readonly heading: string | null;
  readonly title: string;
};

/** Returns chunks of active documents without a vector of a model, oldest first, with an id above `after`. */
export function listChunksWithoutVector(
  db: Database,
  fingerprint: string,
  after: number,
  limit: number,
): readonly ChunkWithoutVector[] {
  return db.all<ChunkWithoutVector>(
    `SELECT chunk.id AS chunk, document.org_id AS orgId, chunk.text, chunk.heading, document.title
     FROM chunk JOIN document ON document.id = chunk.document
     WHERE chunk.id > ? AND document.status = 'active' AND document.model IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM vector WHERE vector.chunk = chunk.id AND vector.model = ?)
     ORDER BY chunk.id LIMIT ?`,
    after,
    fingerprint,
    limit,
  );
}

/** Counts the chunks of active documents, and how many of them have a vector of a model. */
export function countVectors(db: Database, fingerprint: string): { readonly done: number; readonly total: number } {
  const sql = `SELECT count(*) AS total, count(vector.chunk) AS done
    FROM chunk JOIN document ON document.id = chunk.document
    LEFT JOIN vector ON vector.chunk = chunk.id AND vector.model = ?
    WHERE document.status = 'active' AND document.model IS NOT NULL`;
  return db.get<{ readonly done: number; readonly total: number }>(sql, fingerprint) ?? { done: 0, total: 0 };
}

/** Returns the chunk and model of up to `limit` vectors, of chunks with an id above `after`. */
export function listVectorModels(
  db: Database,
  after: number,
  limit: number,
): readonly { readonly chunk: number; readonly model: string }[] {
  return db.all('SELECT chunk, model FROM vector WHERE chunk > ? ORDER BY chunk, model LIMIT ?', after, limit);
}

export function deleteVector(db: Database, chunk: number, model: string): void {
  db.run('DELETE FROM vector WHERE chunk = ? AND model = ?', chunk, model);
}
