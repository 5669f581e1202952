import type { Database } from '../../platform/db/database.ts';
import type { BackupEntry, BackupManifest } from './backup-manifest.ts';

export function countContent(db: Database): BackupManifest['counts'] {
  const count = (sql: string) => Number(db.get(sql)?.['count']);
  return {
    documents: count('SELECT count(*) AS count FROM document WHERE is_current = 1'),
    calls: count('SELECT count(*) AS count FROM call'),
    recordings: count('SELECT count(*) AS count FROM recording'),
  };
}

/** Returns the originals, recordings, downloaded PDFs and search models that the database refers to, each once. */
export function listExpectedFiles(db: Database): readonly BackupEntry[] {
  return db.all<BackupEntry>(
    `SELECT 'files/' || sha256 AS name, max(size_bytes) AS size_bytes, sha256 FROM document
     WHERE sha256 <> '' GROUP BY sha256
     UNION ALL
     SELECT 'recordings/' || call_id || '.mp3', size_bytes, sha256 FROM recording JOIN call ON call.id = recording.call
     UNION ALL
     SELECT 'invoices/' || pdf_sha256 || '.pdf', max(pdf_bytes), pdf_sha256 FROM remote_invoice
     WHERE pdf_sha256 IS NOT NULL GROUP BY pdf_sha256
     UNION ALL
     SELECT 'files/' || (value ->> 'sha256') AS model_name, max(value ->> 'size_bytes'), value ->> 'sha256'
     FROM search_model, json_each(model, '$.files') GROUP BY model_name`,
  );
}

/** Describes everything that a schema consists of, except the tables and indexes that SQLite adds itself. */
export function describeSchema(db: Database): string {
  return JSON.stringify(
    db.all(
      `SELECT type, name, tbl_name, sql FROM sqlite_schema
       WHERE type NOT IN ('table', 'index') OR name NOT LIKE 'sqlite@_%' ESCAPE '@' ORDER BY type, name`,
    ),
  );
}

export function setWorkspaceIdentity(db: Database, identity: { readonly id: string; readonly name: string }): void {
  db.run('UPDATE workspace SET workspace_id = ?, name = ?', identity.id, identity.name);
}
