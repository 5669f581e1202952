import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import { insertDocument, type NewDocument } from '../../features/knowledge/document-queries.ts';
import { demoDocuments } from './demo-documents.ts';
import { resolveDemoTime } from './demo-time.ts';
import { readIndexedDocument, storeIndexedDocument } from './indexed-document.ts';

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
  mkdirSync(join(dir, 'files'), { recursive: true });
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
    copyFileSync(source, join(dir, 'files', document.sha256));
    storeIndexedDocument(db, orgId, insertDocument(db, orgId, document), readIndexedDocument(file));
    return document;
  });
}
