import { setImmediate as nextTurn } from 'node:timers/promises';
import type { IngestProgress } from '../../../../shared/knowledge.ts';
import { Problem } from '../../../../shared/problems.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import { deleteStoredResponsesByOperation } from '../../platform/http/idempotency-queries.ts';
import { isStorageFull } from '../../platform/http/to-problem.ts';
import { deleteChunks, deleteSections, listChunkIds } from './chunk-queries.ts';
import { DocumentFiles } from './document-files.ts';
import * as documents from './document-queries.ts';
import type { DocumentRow } from './document-row.ts';
import type { Embedder } from './embedding/embedder.ts';
import { ingestDocument } from './ingest-document.ts';
import { IngestQueue, type IngestFailure } from './ingest-queue.ts';
import { ParseError } from './parsing/parse-error.ts';
import { WorkspaceVectorIndex } from './workspace-vector-index.ts';

/** A document that was being read when the program ended this many times is given up as `interrupted`. */
const maxAttempts = 3;

/** Rows taken out in one go, so that deleting a long document never holds the main thread for long. */
const deleteBatchSize = 16;

const progressIntervalMs = 150;

/** The knowledge base of one open workspace: reads what is uploaded, forgets what is deleted. */
export class KnowledgeBase {
  readonly files: DocumentFiles;
  readonly index: WorkspaceVectorIndex;
  readonly embedder: Embedder;
  readonly queue: IngestQueue;
  readonly #db: Database;
  readonly #events: EventPublisher;
  readonly #context: Context;
  readonly #resumed: Promise<void>;

  constructor(
    db: Database,
    workspaceDir: string,
    {
      embedder,
      events,
      context,
    }: { readonly embedder: Embedder; readonly events: EventPublisher; readonly context: Context },
  ) {
    this.#db = db;
    this.#events = events;
    this.#context = context;
    this.embedder = embedder;
    this.files = new DocumentFiles(workspaceDir);
    this.queue = new IngestQueue((id, signal) => this.#ingest(id, signal));
    documents.requeueOutdatedDocuments(db, embedder.fingerprint);
    this.index = new WorkspaceVectorIndex(db);
    this.#resumed = this.#resume();
    this.#resumed.catch((error: unknown) => context.log.error({ err: error }, 'an earlier run could not be tidied up'));
  }

  /** Starts processing a document when the open transaction commits. */
  startIngest(document: Pick<DocumentRow, 'id' | 'document_id' | 'org_id'>): void {
    this.#events.publish(
      { type: 'document.changed', document_id: document.document_id, status: 'processing' },
      document.org_id,
    );
    this.#db.afterCommit(() => this.queue.add(document.id));
  }

  /**
   * Removes a document's file, text, chunks, words and vectors. It is gone for every reader from the first step on;
   * the promise resolves when nothing of it is left. `commit` runs that first step in a transaction.
   */
  async deleteDocument(
    document: DocumentRow,
    commit: (mark: () => void) => unknown = (mark) => this.#db.transaction(mark),
  ): Promise<void> {
    commit(() => {
      documents.markDocumentDeleting(this.#db, document.id);
      deleteStoredResponsesByOperation(this.#db, 'searchKnowledge');
      this.#events.publish({ type: 'document.deleted', document_id: document.document_id }, document.org_id);
    });
    await this.queue.stop(document.id);
    try {
      await this.#deleteData(document);
    } catch (error) {
      if (!isStorageFull(error)) throw error;
      const detail =
        'The document is gone for agents and searches, but the disk is too full to erase all of it. The rest is erased at the next start.';
      throw new Problem('storage_full', detail, { cause: error });
    }
  }

  /** Resolves when all documents have been read, or have failed. */
  async whenIdle(): Promise<void> {
    await this.#resumed;
    await this.queue.whenIdle();
  }

  async close(): Promise<void> {
    await this.#resumed.catch(() => {}); // already logged
    await this.queue.close();
    await this.index.close();
  }

  async #deleteData({ id, org_id, sha256 }: Pick<DocumentRow, 'id' | 'org_id' | 'sha256'>): Promise<void> {
    this.index.remove(org_id, listChunkIds(this.#db, id));
    // First, as it gives room to a disk that is full.
    this.files.removeIfUnused(sha256, (used) => documents.isFileUsed(this.#db, used));
    await this.#deleteContentRows(id);
    this.#db.transaction(() => documents.deleteDocumentRow(this.#db, id));
    // The log still holds the pages as they were before.
    this.#db.execute('PRAGMA wal_checkpoint(TRUNCATE)');
  }

  async #deleteContentRows(id: number): Promise<void> {
    while (this.#db.bulkTransaction(() => deleteChunks(this.#db, id, deleteBatchSize)) > 0) await nextTurn();
    while (this.#db.bulkTransaction(() => deleteSections(this.#db, id, deleteBatchSize)) > 0) await nextTurn();
  }

  /** Takes up what an earlier run left: ends deletions, clears half-read documents and reads them again. */
  async #resume(): Promise<void> {
    for (const deleting of documents.listDeletingDocuments(this.#db)) await this.#deleteData(deleting);
    await this.files.removeOrphans((sha256) => documents.isFileUsed(this.#db, sha256));
    for (const document of documents.listProcessingDocuments(this.#db)) this.queue.add(document.id);
  }

  async #ingest(id: number, signal: AbortSignal): Promise<void> {
    const document = documents.findDocumentByRowId(this.#db, id);
    if (document?.status !== 'processing') return;
    try {
      if (document.attempts >= maxAttempts) {
        return await this.#markFailed(document, {
          code: 'interrupted',
          detail: `The program ended ${maxAttempts} times while reading this document. The file is kept; try reading it again, or delete it.`,
        });
      }
      documents.incrementAttempts(this.#db, id);
      await this.#deleteContentRows(id);
      const ingested = await ingestDocument(
        { db: this.#db, embedder: this.embedder },
        document,
        this.files.getPath(document.sha256),
        { signal, onProgress: this.#createProgressReporter(document) },
      );
      signal.throwIfAborted();
      const chunkCount = ingested.chunkIds.length;
      this.#db.transaction(() => {
        const { pages } = ingested;
        documents.activateDocument(this.#db, id, { pages, chunkCount, model: this.embedder.fingerprint });
        this.#db.afterCommit(() => this.index.add(document.org_id, ingested.chunkIds, ingested.vectors));
        this.#publishChange(document, 'active');
      });
    } catch (error) {
      // Stopped on purpose: an attempt that the program did not survive is what counts.
      if (signal.aborted) return this.#decrementAttempts(document);
      await this.#markFailed(document, this.#toIngestFailure(error, document));
    }
  }

  #decrementAttempts({ id, document_id }: DocumentRow): void {
    try {
      documents.decrementAttempts(this.#db, id);
    } catch (error) {
      this.#context.log.error({ err: error, document: document_id }, 'a stopped reading still counts as an attempt');
    }
  }

  async #markFailed(document: DocumentRow, failure: IngestFailure): Promise<void> {
    try {
      // Marked before it is cleared: on a full disk there is room for a word, but not for a deletion.
      this.#db.transaction(() => {
        documents.failDocument(this.#db, document.id, failure.code, failure.detail);
        this.#publishChange(document, 'failed');
      });
      await this.#deleteContentRows(document.id);
    } catch (error) {
      // What could not be marked is still processing and taken up at the next start; what could not be cleared is seen by
      // nobody, and goes when the document is read again or deleted.
      this.#context.log.error(
        { err: error, document: document.document_id },
        'a failed document could not be tidied up',
      );
    }
  }

  #toIngestFailure(error: unknown, document: DocumentRow): IngestFailure {
    if (error instanceof ParseError) return { code: error.code, detail: error.message };
    if (isStorageFull(error)) {
      return {
        code: 'storage_full',
        detail: 'The disk is full. The file is kept; free some space and try reading it again.',
      };
    }
    this.#context.log.error({ err: error, document: document.document_id }, 'a document could not be read');
    return {
      code: 'internal',
      detail: 'Reading failed in a way that was not foreseen. The file is kept; try reading it again.',
    };
  }

  #publishChange(document: DocumentRow, status: 'active' | 'failed'): void {
    this.#events.publish({ type: 'document.changed', document_id: document.document_id, status }, document.org_id);
  }

  #createProgressReporter(document: DocumentRow): (progress: IngestProgress) => void {
    let toldAt = -Infinity;
    return (progress) => {
      this.queue.setProgress(document.id, progress);
      const now = this.#context.now();
      if (now - toldAt < progressIntervalMs && now >= toldAt) return;
      toldAt = now;
      this.#events.publish({ type: 'document.progress', document_id: document.document_id, progress }, document.org_id);
    };
  }
}
