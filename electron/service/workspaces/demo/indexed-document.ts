import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { insertChunk, insertSection, type NewChunk, type NewSection } from '../../features/knowledge/chunk-queries.ts';
import { activateDocument } from '../../features/knowledge/document-queries.ts';
import type { Database } from '../../platform/db/database.ts';

/** Contains `<file name>.json` for each shipped document. */
const indexedDir = fileURLToPath(new URL('./indexed', import.meta.url));

/** The content of a shipped document as it is stored once it is processed. */
export type IndexedDocument = {
  /** The fingerprint of the model that computed the vectors. */
  readonly model: string;
  readonly pages: number | null;
  readonly sections: readonly NewSection[];
  readonly chunks: readonly (Omit<NewChunk, 'vector'> & {
    /** 32-bit floating-point numbers in base64, little-endian. */
    readonly vector: string;
  })[];
};

export function getIndexedPath(file: string, dir: string = indexedDir): string {
  return join(dir, `${file}.json`);
}

export function readIndexedDocument(file: string): IndexedDocument {
  return JSON.parse(readFileSync(getIndexedPath(file), 'utf8')) as IndexedDocument; // shipped files, checked by indexed-document.test.ts
}

/**
 * Stores the content of a document and activates it. If this application has another embedding model, the document is processed
 * when the workspace is opened.
 */
export function storeIndexedDocument(
  db: Database,
  orgId: string,
  documentRowId: number,
  indexed: IndexedDocument,
): void {
  const { model, pages, sections, chunks } = indexed;
  for (const section of sections) insertSection(db, documentRowId, section);
  for (const { vector, ...chunk } of chunks)
    insertChunk(db, documentRowId, { ...chunk, vector: deserializeVector(vector) }, model);
  activateDocument(db, orgId, documentRowId, { pages, chunkCount: chunks.length, model });
}

export function deserializeVector(text: string): Float32Array {
  const bytes = new Uint8Array(Buffer.from(text, 'base64')); // a copy, whose offset is a multiple of four
  return new Float32Array(bytes.buffer);
}
