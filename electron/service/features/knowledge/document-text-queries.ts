// Public: other features may import this file.
import type { appRoutes, v1Routes } from '../../../../shared/contract/contract.ts';
import type { Database } from '../../platform/db/database.ts';
import { deleteStoredResponsesByOperation } from '../../platform/http/idempotency-queries.ts';
import { indexAllChunks } from './chunk-queries.ts';
import { createTermTable } from './retrieval/lexical-queries.ts';

/** Only their IDs: the threads that import this file start in a fraction of the time without the whole contract. */
const quotingOperations = ['searchKnowledge', 'resolveKnowledgeGap', 'askKnowledge'] as const satisfies readonly (
  | keyof typeof v1Routes
  | keyof typeof appRoutes
)[];

/** Deletes the responses that are stored for repeated requests and quote documents. */
export function deleteStoredQuotes(db: Database): void {
  for (const operation of quotingOperations) deleteStoredResponsesByOperation(db, operation);
}

/**
 * Removes the text of documents, so that a document that is deleted later leaves none in a snapshot. After a restore, the
 * documents are processed again from their original files.
 */
export function removeDocumentText(db: Database): void {
  db.transaction(() => {
    db.searchIndex.run(`INSERT INTO chunk_fts (chunk_fts) VALUES ('delete-all')`);
    for (const table of ['vector', 'chunk', 'section', 'document_sketch']) db.run(`DELETE FROM ${table}`);
    db.run(`DELETE FROM document WHERE status = 'deleting'`);
    db.run(`UPDATE document SET status = 'processing', attempts = 0 WHERE status = 'active'`);
    deleteStoredQuotes(db);
  });
}

/**
 * Rebuilds the full-text index if it still contains a word of deleted text. FTS5's option `secure-delete` removes a deleted word from
 * the pages of the index, but not from the list of the words with which its pages begin. Takes a few seconds for 100 MB of text.
 */
export function removeDeletedWords(db: Database): void {
  if (hasDeletedWords(db)) rebuildChunkIndex(db);
}

/** Builds the full-text index of chunks again from their text. */
export function rebuildChunkIndex(db: Database): void {
  db.transaction(() => {
    db.searchIndex.run(`INSERT INTO chunk_fts (chunk_fts) VALUES ('delete-all')`);
    indexAllChunks(db);
  });
}

/** An entry of the list is a digit and the beginning of a word; char(1114111) is greater than every other character. */
function hasDeletedWords(db: Database): boolean {
  createTermTable(db.searchIndex);
  const sql = `SELECT 1 AS found FROM (SELECT substr(CAST(term AS TEXT), 2) AS word FROM chunk_fts_idx WHERE length(term) > 1)
    WHERE NOT EXISTS (SELECT 1 FROM temp.chunk_terms WHERE term >= word AND term < word || char(1114111)) LIMIT 1`;
  return db.searchIndex.get(sql) !== undefined;
}
