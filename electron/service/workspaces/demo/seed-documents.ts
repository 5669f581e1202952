import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import { copyPrivateFile } from '../../platform/files/private-files.ts';
import { activateDocument, insertDocument, type NewDocument } from '../../features/knowledge/document-queries.ts';
import { insertChunk, insertSection, type NewChunk, type NewSection } from '../../features/knowledge/chunk-queries.ts';
import { demoDocuments } from './demo-organization.ts';
import { resolveDemoTime } from './demo-time.ts';

/** The shipped documents of the demo organization. */
const filesDir = fileURLToPath(new URL('./files', import.meta.url));

type SeedDocumentsOptions = {
  readonly orgId: string;
  /** The time at which the demo is created. */
  readonly now: number;
  /** The folder of the workspace. */
  readonly dir: string;
};

/** Stores the demo's documents with their shipped index, so that none is to be processed. Call it in a transaction. */
export function seedDocuments(
  db: Database,
  { newId }: Pick<Context, 'newId'>,
  { orgId, now, dir }: SeedDocumentsOptions,
): readonly NewDocument[] {
  mkdirSync(join(dir, 'files'), { recursive: true, mode: 0o700 });
  return demoDocuments.map(({ file, title, added }) => {
    const source = join(filesDir, file);
    const document: NewDocument = {
      documentId: newId('doc'),
      title,
      kind: extname(file).slice(1) as 'pdf' | 'docx' | 'txt', // the manifest names only these
      fileName: file,
      sizeBytes: statSync(source).size,
      sha256: createHash('sha256').update(readFileSync(source)).digest('hex'),
      addedAt: resolveDemoTime(added, now),
    };
    copyPrivateFile(source, join(dir, 'files', document.sha256));
    storeIndexedDocument(db, orgId, insertDocument(db, orgId, document), readIndexedDocument(file));
    return document;
  });
}

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
function storeIndexedDocument(db: Database, orgId: string, documentRowId: number, indexed: IndexedDocument): void {
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
