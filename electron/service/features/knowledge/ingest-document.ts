import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { DocumentKind, IngestProgress } from '../../../../shared/knowledge/knowledge.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import { isStorageFull } from '../../platform/http/to-problem.ts';
import {
  deleteChunks,
  deleteSections,
  insertChunk,
  insertSection,
  unindexChunks,
  type NewChunk,
  type NewSection,
} from './chunk-queries.ts';
import type { DocumentFiles } from './document-files.ts';
import {
  activateDocument,
  decrementAttempts,
  failDocument,
  hasFile,
  incrementAttempts,
  type IngestFailure,
  type DocumentRow,
} from './document-queries.ts';
import { findVersionByRowId, type VersionRow } from './document-version-queries.ts';
import { composePassage } from './compose-passage.ts';
import { findSimilarDocument } from './find-similar-document.ts';
import type { OpenSearchModel } from './open-search-model.ts';
import type { QueuedDocument } from './ingest-queue.ts';
import { ParseError } from './parsing/parse-protocol.ts';
import type { Parser } from './parsing/parser.ts';
import { insertSimilar, storeSketch } from './similar-document-queries.ts';
import { TextSketcher, type TextSketch } from './text-sketch.ts';

/** If the app ends this many times while a document is processed, the document fails as `interrupted`. */
const maxAttempts = 3;

/** Small, so that storing a batch blocks the main thread for only a few milliseconds. */
const chunksPerBatch = 16;

/** One batch is embedded, one waits and one is collected, so that the embedder is never idle. */
const maxBatchesInFlight = 3;

/** Rows deleted per transaction, so that deleting a long document never blocks the main thread for long. */
const deleteBatchSize = 16;

type IngestDependencies = {
  readonly db: Database;
  /** The search model of the workspace, which can change. */
  readonly getModel: () => OpenSearchModel;
  readonly parser: Parser;
  readonly files: Pick<DocumentFiles, 'fetch' | 'getPath'>;
  readonly log: Context['log'];
  readonly onStatusChange: (document: DocumentRow, status: 'active' | 'failed') => void;
  /** Makes an active version the current one, in the open transaction. */
  readonly makeCurrent: (version: DocumentRow) => void;
  readonly onProgress: (document: DocumentRow, progress: IngestProgress) => void;
};

/** Processes a document until it is active or failed. Never rejects. If the signal is aborted, the status of the document does not change. */
export async function ingestDocument(
  dependencies: IngestDependencies,
  queued: QueuedDocument,
  signal: AbortSignal,
): Promise<void> {
  const { db, getModel, onStatusChange } = dependencies;
  const { id, org_id } = queued;
  const version = findVersionByRowId(db, org_id, id);
  if (version?.status === 'replaced') return readReplacedText(dependencies, version, signal);
  const document = version;
  if (document?.status !== 'processing' || !isIngestible(document)) return;
  try {
    if (document.attempts >= maxAttempts) return await markFailed(dependencies, document, interruptedFailure);
    incrementAttempts(db, org_id, id);
    await deleteContent(db, id);
    const model = getModel();
    const { pages, chunkIds, vectors, sketch } = await storeContent(dependencies, model, document, signal);
    const similarId = isFirst(document) ? await findSimilarDocument(db, document, sketch, signal) : null;
    signal.throwIfAborted();
    if (model !== getModel()) {
      undoAttempt(dependencies, document);
      return await ingestDocument(dependencies, queued, signal); // another model has no vectors of it
    }
    db.transaction(() => {
      activateDocument(db, org_id, id, { pages, chunkCount: chunkIds.length, model: model.fingerprint });
      storeSketch(db, id, sketch);
      if (similarId !== null) insertSimilar(db, document.document_id, similarId);
      db.afterCommit(() => model.index.add(org_id, chunkIds, vectors));
      if (document.is_current === 1) onStatusChange(document, 'active');
      else dependencies.makeCurrent(document);
    });
  } catch (error) {
    // Only attempts that end with a crash of the app count.
    if (signal.aborted) return undoAttempt(dependencies, document);
    await markFailed(dependencies, document, toIngestFailure(dependencies, document, error));
  }
}

/** Whether a document becomes active for the first time, and not as the next version of another one. */
function isFirst({ version, chunk_count }: DocumentRow): boolean {
  return version === 1 && chunk_count === 0;
}

/** Deletes the sections, chunks and vectors of a document in batches. */
export async function deleteContent(db: Database, documentRowId: number): Promise<void> {
  while (db.bulkTransaction(() => deleteChunks(db, documentRowId, deleteBatchSize)) > 0) await yieldToEventLoop();
  while (db.bulkTransaction(() => deleteSections(db, documentRowId, deleteBatchSize)) > 0) await yieldToEventLoop();
}

/** Removes a document in batches from what searches find. Its text is kept. */
export async function unindexContent(db: Database, documentRowId: number): Promise<void> {
  while (db.bulkTransaction(() => unindexChunks(db, documentRowId, deleteBatchSize)) > 0) await yieldToEventLoop();
}

type IngestibleDocument = DocumentRow & { readonly kind: DocumentKind };

/** A document that was uploaded to a remote elsewhere has no file here. */
function isIngestible<Row extends DocumentRow | VersionRow>(document: Row): document is Row & IngestibleDocument {
  return hasFile(document);
}

/** Reads the text of a replaced version, which calls show that cite it. If that fails, they show its title only. */
async function readReplacedText(
  dependencies: IngestDependencies,
  version: VersionRow,
  signal: AbortSignal,
): Promise<void> {
  const document: DocumentRow = { ...version, status: 'active' }; // as it was
  if (!isIngestible(document)) return;
  try {
    await deleteContent(dependencies.db, document.id);
    await storeContent({ ...dependencies, onProgress: () => {} }, null, document, signal);
  } catch (error) {
    if (signal.aborted) return; // the next start continues
    dependencies.log.error({ err: error, document: document.document_id }, 'failed to read a replaced version');
  }
}

type IngestBatch = {
  readonly sections: NewSection[];
  readonly chunks: (Omit<NewChunk, 'vector'> & { readonly tokenIds: readonly number[] })[];
};

type StoredContent = {
  readonly pages: number | null;
  readonly chunkIds: readonly number[];
  readonly vectors: readonly Float32Array[];
  readonly sketch: TextSketch;
};

/**
 * Parses the file of a document and stores its sections and chunks in batches, with vectors unless the model is null. No search finds them
 * until the document is active. Throws a ParseError if the document cannot be parsed, and the signal's reason if it is aborted.
 */
async function storeContent(
  { db, parser, files, onProgress }: IngestDependencies,
  model: OpenSearchModel | null,
  document: IngestibleDocument,
  stopSignal: AbortSignal,
): Promise<StoredContent> {
  const failure = new AbortController();
  const signal = AbortSignal.any([stopSignal, failure.signal]);
  const chunkIds: number[] = [];
  const vectors: Float32Array[] = [];
  const pendingBatches: Promise<void>[] = [];
  const sketcher = new TextSketcher();
  let collected: IngestBatch = { sections: [], chunks: [] };
  let sectionCount = 0;
  let chunkCount = 0;
  let lastProgress: { readonly page: number; readonly pages: number | null } = { page: 0, pages: null };

  const storeBatch = (batch: IngestBatch, batchVectors: Float32Array | null) => {
    signal.throwIfAborted();
    db.bulkTransaction(() => {
      for (const section of batch.sections) insertSection(db, document.id, section);
      for (const [index, chunk] of batch.chunks.entries()) {
        const size = model?.dimensions ?? 0;
        const vector = batchVectors && batchVectors.subarray(index * size, (index + 1) * size);
        chunkIds.push(insertChunk(db, document.id, { ...chunk, vector }, model?.fingerprint ?? ''));
      }
    });
    if (batchVectors) vectors.push(batchVectors);
    onProgress(document, { ...lastProgress, chunks: chunkIds.length });
  };

  const embed = async (batch: IngestBatch): Promise<Float32Array | null> => {
    if (!model) return null;
    const texts = batch.chunks.map(({ tokenIds, heading, text }) => ({
      text: model.isBuiltIn ? text : composePassage({ title: document.title, heading, text }),
      tokenIds,
    }));
    return model.embedPatiently(texts, { role: 'passage', signal, lane: document.document_id });
  };

  const embedCollected = async () => {
    const batch = collected;
    collected = { sections: [], chunks: [] };
    const pendingBatch = embed(batch).then((batchVectors) => storeBatch(batch, batchVectors));
    pendingBatch.catch((error: unknown) => failure.abort(error)); // stops the parser and the other batches
    pendingBatches.push(pendingBatch);
    if (pendingBatches.length < maxBatchesInFlight) return;
    await pendingBatches[0];
    void pendingBatches.shift(); // awaited above
  };

  try {
    await files.fetch(document.sha256, signal);
    await parser.parse({
      path: files.getPath(document.sha256),
      kind: document.kind,
      title: document.title,
      signal,
      onSection: async ({ page, heading, text, omissions, chunks }, progress) => {
        lastProgress = progress;
        collected.sections.push({ position: sectionCount++, page, heading, text, omissions });
        await sketcher.add(text);
        for (const chunk of chunks) {
          collected.chunks.push({ position: chunkCount++, page, heading, ...chunk });
          if (collected.chunks.length >= chunksPerBatch) await embedCollected();
        }
        onProgress(document, { ...lastProgress, chunks: chunkIds.length });
      },
    });
    if (collected.sections.length > 0 || collected.chunks.length > 0) await embedCollected();
    await Promise.all(pendingBatches);
  } finally {
    // No batch may be stored after this function has returned.
    await Promise.allSettled(pendingBatches);
  }
  const pages = document.kind === 'pdf' ? lastProgress.pages : null;
  return { pages, chunkIds, vectors, sketch: sketcher.finish() };
}

function undoAttempt({ db, log }: IngestDependencies, { id, org_id, document_id }: DocumentRow): void {
  try {
    decrementAttempts(db, org_id, id);
  } catch (error) {
    log.error({ err: error, document: document_id }, 'a stopped ingest still counts as an attempt');
  }
}

async function markFailed(
  { db, log, onStatusChange }: IngestDependencies,
  document: DocumentRow,
  failure: IngestFailure,
): Promise<void> {
  try {
    // Before the deletion: a full disk has space for the status, but not always for a deletion.
    db.transaction(() => {
      failDocument(db, document.org_id, document.id, failure);
      onStatusChange(document, 'failed');
    });
    await deleteContent(db, document.id);
  } catch (error) {
    // If the status was not stored, the next start retries. Leftover content is invisible and removed by a retry or deletion.
    log.error({ err: error, document: document.document_id }, 'failed to clean up a failed document');
  }
}

const interruptedFailure: IngestFailure = {
  code: 'interrupted',
  detail: `The app closed ${maxAttempts} times while processing this document. The original file was kept. Retry processing, or delete the document.`,
};

function toIngestFailure({ log }: IngestDependencies, document: DocumentRow, error: unknown): IngestFailure {
  if (error instanceof ParseError) return { code: error.code, detail: error.message };
  if (isStorageFull(error)) {
    return {
      code: 'storage_full',
      detail: 'The disk is full. The original file was kept. Free up space, then retry processing.',
    };
  }
  log.error({ err: error, document: document.document_id }, 'failed to process a document');
  return {
    code: 'internal',
    detail: 'Something went wrong while processing this document. The original file was kept. Retry processing.',
  };
}
