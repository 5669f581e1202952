import { indexAllCalls, rebuildNoteIndex } from '../features/calls/call-index-queries.ts';
import { rebuildChunkIndex } from '../features/knowledge/document-text-queries.ts';
import type { Database } from '../platform/db/database.ts';

/** Fills the empty full-text tables of a workspace from its rows. */
export function fillSearchIndex(db: Database): void {
  rebuildChunkIndex(db);
  indexAllCalls(db);
  rebuildNoteIndex(db);
}
