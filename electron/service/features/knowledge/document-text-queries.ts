import { appRoutes, v1Routes } from '../../../../shared/contract.ts';
import type { Database } from '../../platform/db/database.ts';
import { deleteStoredResponsesByOperation } from '../../platform/http/idempotency-queries.ts';

/** Deletes the responses that are stored for repeated requests and quote documents. */
export function deleteStoredQuotes(db: Database): void {
  for (const { id } of [v1Routes.searchKnowledge, appRoutes.askKnowledge]) deleteStoredResponsesByOperation(db, id);
}

/**
 * Removes the text of documents, so that a document that is deleted later leaves none in a snapshot. After a restore, the
 * documents are processed again from their original files.
 */
export function removeDocumentText(db: Database): void {
  db.transaction(() => {
    db.run(`INSERT INTO chunk_fts (chunk_fts) VALUES ('delete-all')`);
    for (const table of ['vector', 'chunk', 'section']) db.run(`DELETE FROM ${table}`);
    db.run(`DELETE FROM document WHERE status = 'deleting'`);
    db.run(`UPDATE document SET status = 'processing', attempts = 0 WHERE status = 'active'`);
    deleteStoredQuotes(db);
  });
}
