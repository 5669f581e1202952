// Public: other features may import this file.
import { setTimeout as delay } from 'node:timers/promises';
import type { DocumentRecord, IngestProgress, Passage } from '../../../../shared/knowledge/knowledge.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import { removeMigrationBackups } from '../../platform/db/migrate.ts';
import { RewriteRequest } from '../../platform/db/rewrite-request.ts';
import type { WorkspaceObjects } from '../../platform/files/workspace-objects.ts';
import type { WorkspaceSecrets } from '../../platform/keychain/keychain.ts';
import type { StartProcess } from '../../platform/processes/start-process.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import { isStorageFull } from '../../platform/http/to-problem.ts';
import type { SearchableKnowledge } from './answers/retrieve-answer.ts';
import { findChunkAt, listChunkIds, type ChunkAtPosition } from './chunk-queries.ts';
import { createSyncFieldsReader, type Outbox } from '../outbox/outbox.ts';
import { deleteRemoteItem } from '../remote/remote-item-queries.ts';
import { deleteLabels, listLabelsByDocument } from './document-label-queries.ts';
import { DocumentFiles } from './document-files.ts';
import * as documents from './document-queries.ts';
import { deleteStoredQuotes, removeDeletedWords } from './document-text-queries.ts';
import { toDocumentRecord, type DocumentRow } from './document-queries.ts';
import type { Embedder } from './embedding/embedder.ts';
import { deleteContent, ingestDocument } from './ingest-document.ts';
import { IngestQueue, type QueuedDocument } from './ingest-queue.ts';
import { KnowledgeSearch, type AskedKnowledge, type KnowledgeAnswer } from './knowledge-search.ts';
import type { Parser } from './parsing/parser.ts';
import { SearchModels } from './search-models.ts';

export type { DocumentFilter } from './document-queries.ts';

const progressIntervalMs = 150;

const logRetryMs = 20;

export type IngestSummary = {
  /** In processing order. */
  readonly processing: readonly DocumentRecord[];
  /** Newest first. */
  readonly failed: readonly DocumentRecord[];
};

type KnowledgeDependencies = {
  readonly orgId: string;
  readonly embedder: Embedder;
  readonly parser: Parser;
  readonly events: EventPublisher;
  readonly context: Context;
  readonly secrets: Pick<WorkspaceSecrets, 'read' | 'set' | 'restore'>;
  readonly startProcess: StartProcess;
  /** Null without a bucket. */
  readonly objects?: WorkspaceObjects | null;
  /** False in a linked workspace, whose remote processes the documents. */
  readonly canIngest?: boolean;
};

/** The knowledge base of an open workspace: ingests, searches and deletes documents. If the workspace is open read-only, it can only be searched. */
export class KnowledgeBase {
  readonly files: DocumentFiles;
  readonly queue: IngestQueue;
  readonly models: SearchModels;
  /** Set while the database can contain remnants of deleted text. */
  readonly rewriteRequest: RewriteRequest;
  readonly #db: Database;
  readonly #events: EventPublisher;
  readonly #context: Context;
  readonly #search: KnowledgeSearch;
  readonly #resumed: Promise<void>;
  /** By row ID. */
  readonly #erasing = new Map<number, Promise<void>>();

  constructor(
    db: Database,
    workspaceDir: string,
    { embedder, parser, objects = null, canIngest = true, ...options }: KnowledgeDependencies,
  ) {
    const { events, context } = options;
    this.#db = db;
    this.rewriteRequest = new RewriteRequest(workspaceDir);
    if (!db.isReadOnly) this.rewriteRequest.reserve();
    this.#events = events;
    this.#context = context;
    this.files = new DocumentFiles(workspaceDir, db, objects);
    this.models = new SearchModels(db, { ...options, builtIn: embedder, files: this.files, canIngest });
    const getModel = () => this.models.active;
    if (!db.isReadOnly && canIngest) documents.requeueOutdatedDocuments(db, getModel().fingerprint);
    this.#search = new KnowledgeSearch(db, embedder, getModel);
    const reportProgress = this.#createProgressReporter();
    const ingest = {
      db,
      getModel,
      parser,
      files: this.files,
      log: context.log,
      onStatusChange: this.#publishStatus,
      onProgress: reportProgress,
    };
    this.queue = new IngestQueue((document, signal) => ingestDocument(ingest, document, signal));
    this.#resumed = db.isReadOnly ? Promise.resolve() : this.#resume(canIngest);
    this.#resumed.catch((error: unknown) => context.log.error({ err: error }, 'failed to resume unfinished documents'));
  }

  /** Starts processing a document when the open transaction commits. */
  startIngest(document: QueuedDocument & Pick<DocumentRow, 'document_id'>): void {
    this.#publishStatus(document, 'processing');
    this.#db.afterCommit(() => this.queue.add(document));
  }

  /** Returns the passages of active documents that answer a query best, best first. */
  async search(
    orgId: string,
    { query, limit, filter }: { readonly query: string; readonly limit: number } & Pick<AskedKnowledge, 'filter'>,
  ): Promise<readonly Passage[]> {
    const { passages } = await this.ask(orgId, { question: query, before: [], limit, filter });
    return passages;
  }

  /** Returns the passages that answer a question best, and whether the first one does. */
  ask(orgId: string, question: AskedKnowledge): Promise<KnowledgeAnswer> {
    return this.#search.ask(orgId, question);
  }

  /** Returns the passages whose documents have not been deleted since the search. Call in the transaction that stores them. */
  keepExisting(orgId: string, passages: readonly Passage[]): Passage[] {
    return passages.filter(({ document_id }) => documents.findDocument(this.#db, orgId, document_id) !== undefined);
  }

  /** Returns the knowledge base of one organization, in which an answer can be found, with the documents of the filter only. */
  forOrganization(orgId: string, filter?: documents.DocumentFilter): SearchableKnowledge {
    return {
      ask: (question, limit) => this.#search.ask(orgId, { ...question, limit, filter, isSpoken: true }),
      compareSentences: (text, sentences) => this.#search.compareSentences(text, sentences),
    };
  }

  /** Returns at most `limit` chunks of active documents, newest document first: evenly spaced chunks of each document. */
  sampleChunks(orgId: string, limit: number, filter?: documents.DocumentFilter): readonly ChunkAtPosition[] {
    const active = filter
      ? documents.listFilteredDocuments(this.#db, orgId, filter).slice(0, limit)
      : documents.listActiveDocuments(this.#db, orgId, limit);
    const chunksPerDocument = Math.max(1, Math.floor(limit / Math.max(1, active.length)));
    return active.flatMap(({ id, chunk_count }) => {
      const count = Math.min(chunksPerDocument, chunk_count);
      const positions = Array.from({ length: count }, (_, index) => Math.floor((index * chunk_count) / count));
      return positions.flatMap((position) => findChunkAt(this.#db, orgId, id, position) ?? []);
    });
  }

  /** Returns a text that changes when a document becomes active or is deleted. */
  readVersion(orgId: string): string {
    return documents.readActiveVersion(this.#db, orgId);
  }

  /** `outbox` is null unless the workspace is linked. */
  summarizeIngest(orgId: string, outbox: Outbox | null): IngestSummary {
    const records = this.toRecords(documents.listInactiveDocuments(this.#db, orgId), outbox);
    return {
      processing: records.filter(({ status }) => status === 'processing').toReversed(),
      failed: records.filter(({ status }) => status === 'failed'),
    };
  }

  hasDocuments(orgId: string): boolean {
    return documents.listDocuments(this.#db, orgId, { before: Number.MAX_SAFE_INTEGER, limit: 1 }).length > 0;
  }

  countAddedSince(orgId: string, sinceMs: number): number {
    return documents.countDocumentsSince(this.#db, orgId, sinceMs);
  }

  toRecords(rows: readonly DocumentRow[], outbox: Outbox | null): readonly DocumentRecord[] {
    const readSyncFields = createSyncFieldsReader(this.#db, outbox, 'document');
    const labels = listLabelsByDocument(this.#db);
    return rows.map((row) =>
      toDocumentRecord(
        row,
        this.queue.getProgress(row.id),
        readSyncFields(row.document_id),
        labels.get(row.document_id) ?? [],
      ),
    );
  }

  /**
   * Deletes a document in the open transaction, after which it is invisible. Its file, text, chunks and vectors are erased after
   * the commit.
   */
  startDeletion(document: DocumentRow): void {
    const { id, document_id, org_id } = document;
    this.rewriteRequest.set(); // `close` rewrites the database; if the process is killed first, the `close` of a later start does
    documents.markDocumentDeleting(this.#db, org_id, id);
    deleteRemoteItem(this.#db, 'document', document_id);
    deleteLabels(this.#db, document_id);
    deleteStoredQuotes(this.#db);
    this.#events.publish({ type: 'document.deleted', document_id }, org_id);
    this.#db.afterCommit(() => this.#erase(document));
  }

  /** Resolves when all data of a deleted document is erased. Throws Problem `storage_full` if that is not possible now. */
  async finishDeletion({ id }: Pick<DocumentRow, 'id'>): Promise<void> {
    try {
      await this.#erasing.get(id);
    } catch (error) {
      if (!isStorageFull(error)) throw error;
      const detail =
        'The document was deleted and agents no longer use it. The disk is too full to erase all of its data now; the rest is erased the next time the app starts.';
      throw new Problem('storage_full', detail, { cause: error });
    }
  }

  /** Whether no document is being processed or deleted. */
  get isIdle(): boolean {
    const running = [documents.listProcessingDocuments(this.#db), documents.listDeletingDocuments(this.#db)];
    return running.every(({ length }) => length === 0);
  }

  /** Resolves when no document is processing. */
  async whenIdle(): Promise<void> {
    await this.#resumed;
    await this.queue.whenIdle();
  }

  async close(): Promise<void> {
    await this.#resumed.catch(() => {}); // already logged
    await this.queue.close();
    await Promise.allSettled(this.#erasing.values());
    await this.models.close();
    this.#rewriteIfRequested();
  }

  #erase(document: DocumentRow): void {
    const erased = this.queue.stop(document.id).then(() => this.#deleteData(document));
    this.#erasing.set(document.id, erased);
    erased
      .catch((error: unknown) => this.#context.log.error({ err: error }, 'failed to erase a deleted document'))
      .finally(() => this.#erasing.delete(document.id));
  }

  #rewriteIfRequested(): void {
    const { file, isReadOnly } = this.#db;
    if (isReadOnly || !file || !this.rewriteRequest.isSet) return;
    try {
      removeDeletedWords(this.#db);
      file.rewrite();
      this.rewriteRequest.clear();
    } catch (error) {
      this.#context.log.error(
        { err: error },
        'could not rewrite the database after deletions; the next close tries again',
      );
    }
  }

  async #deleteData({ id, org_id, sha256 }: Pick<DocumentRow, 'id' | 'org_id' | 'sha256'>): Promise<void> {
    this.models.remove(org_id, listChunkIds(this.#db, id));
    // The files first: that frees space on a full disk.
    removeMigrationBackups(this.#db);
    this.files.removeIfUnused(sha256, (hash) => documents.isFileUsed(this.#db, hash));
    await deleteContent(this.#db, id);
    this.#db.transaction(() => documents.deleteDocumentRow(this.#db, org_id, id));
    // The write-ahead log still contains the deleted text. A snapshot that is being taken reads the database meanwhile.
    while (this.#db.isOpen && this.#db.file?.truncateLog() === false) await delay(logRetryMs);
  }

  /** Resumes the work of an earlier run: finishes deletions, removes unused files and restarts unfinished documents. */
  async #resume(canIngest: boolean): Promise<void> {
    const onError = (error: unknown) => this.#context.log.error({ err: error }, 'failed to remove unused files');
    for (const document of documents.listDeletingDocuments(this.#db)) await this.#deleteData(document).catch(onError);
    await this.files.removeOrphans((sha256) => documents.isFileUsed(this.#db, sha256), onError);
    if (!canIngest) return;
    for (const document of documents.listProcessingDocuments(this.#db)) this.queue.add(document);
  }

  readonly #publishStatus = (
    { document_id, org_id }: Pick<DocumentRow, 'document_id' | 'org_id'>,
    status: DocumentRow['status'],
  ): void => {
    this.#events.publish({ type: 'document.changed', document_id, status }, org_id);
  };

  /** Stores all progress, but publishes it at most every `progressIntervalMs` per document. */
  #createProgressReporter(): (document: DocumentRow, progress: IngestProgress) => void {
    const publishedAt = new WeakMap<DocumentRow, number>();
    return (document, progress) => {
      const { id, document_id, org_id } = document;
      this.queue.setProgress(id, progress);
      const now = this.#context.now();
      const elapsedMs = now - (publishedAt.get(document) ?? -Infinity);
      if (elapsedMs >= 0 && elapsedMs < progressIntervalMs) return;
      publishedAt.set(document, now);
      this.#events.publish({ type: 'document.progress', document_id, progress }, org_id);
    };
  }
}
