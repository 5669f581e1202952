// Public: other features may import this file.
import type { DocumentRecord, Passage } from '../../../../shared/knowledge/knowledge.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import { RewriteRequest } from '../../platform/db/rewrite-request.ts';
import type { WorkspaceObjects } from '../../platform/files/workspace-objects.ts';
import type { WorkspaceSecrets } from '../../platform/keychain/keychain.ts';
import type { StartProcess } from '../../platform/processes/start-process.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import type { SearchableKnowledge } from './answers/rank-sentences.ts';
import { findActiveChunk, findChunkAt, type ChunkAtPosition } from './chunk-queries.ts';
import { ContentEraser } from './content-eraser.ts';
import { createSyncFieldsReader, type Outbox } from '../outbox/outbox.ts';
import { deleteRemoteItem } from '../remote/remote-item-queries.ts';
import { deleteLabels, listLabelsByDocument } from './document-label-queries.ts';
import { DocumentFiles } from './document-files.ts';
import * as documents from './document-queries.ts';
import { deleteStoredQuotes } from './document-text-queries.ts';
import { toDocumentRecord, type DocumentRow } from './document-queries.ts';
import * as versions from './document-version-queries.ts';
import type { VersionRow } from './document-version-queries.ts';
import type { Embedder } from './embedding/embedder.ts';
import { ingestDocument, unindexContent } from './ingest-document.ts';
import { IngestQueue, type QueuedDocument } from './ingest-queue.ts';
import { KnowledgeSearch, type AskedKnowledge, type KnowledgeAnswer } from './knowledge-search.ts';
import type { Parser } from './parsing/parser.ts';
import { createProgressReporter } from './progress-reporter.ts';
import { SearchModels } from './search-models.ts';
import { deleteSimilar, listOffers } from './similar-document-queries.ts';

export type { DocumentFilter } from './document-queries.ts';

/** Searches are repeated if a document is replaced while they run, at most this often. */
const maxSearches = 5;

export type IngestSummary = {
  /** In processing order. */
  readonly processing: readonly DocumentRecord[];
  /** Newest first. */
  readonly failed: readonly DocumentRecord[];
};

type NextVersion = Omit<documents.NewDocument, 'documentId' | 'addedAt' | 'next'> & {
  readonly restoredFrom: number | null;
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
  readonly #eraser: ContentEraser;
  /** Counts the documents that were replaced while the workspace is open. */
  #replacements = 0;
  readonly #isLocal: boolean;

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
    this.#isLocal = canIngest;
    this.files = new DocumentFiles(workspaceDir, db, objects);
    this.models = new SearchModels(db, { ...options, builtIn: embedder, files: this.files, canIngest });
    const getModel = () => this.models.active;
    if (!db.isReadOnly && canIngest) documents.requeueOutdatedDocuments(db, getModel().fingerprint);
    this.#search = new KnowledgeSearch(db, embedder, this.models);
    const ingest = {
      db,
      getModel,
      parser,
      files: this.files,
      log: context.log,
      onStatusChange: (document: DocumentRow, status: DocumentRow['status']) =>
        document.is_current === 1 ? this.#publishStatus(document, status) : this.#publishDetails(document),
      makeCurrent: (version: DocumentRow) => this.#makeCurrent(version),
      onProgress: createProgressReporter({ getQueue: () => this.queue, events, context }),
    };
    this.queue = new IngestQueue((document, signal) => ingestDocument(ingest, document, signal));
    this.#eraser = new ContentEraser(db, {
      files: this.files,
      models: this.models,
      queue: this.queue,
      rewriteRequest: this.rewriteRequest,
      log: context.log,
    });
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

  /**
   * Searches, and passes the result to `use` at once. Searches again if a document was replaced meanwhile, because the result could then
   * be from both of its versions or from neither.
   */
  async useFound<Found, Result>(search: () => Promise<Found>, use: (found: Found) => Result): Promise<Result> {
    for (let count = 1; ; count++) {
      const before = this.#replacements;
      const found = await search();
      if (before === this.#replacements || count === maxSearches) return use(found);
    }
  }

  /**
   * Returns the passages whose documents have not been deleted or replaced since the search. Call in the transaction that stores them.
   * The passages of a linked workspace are the remote's.
   */
  keepExisting(orgId: string, passages: readonly Passage[]): Passage[] {
    return passages.filter(({ document_id, chunk_id }) =>
      this.#isLocal
        ? findActiveChunk(this.#db, orgId, Number(chunk_id.replace('chk_', ''))) !== undefined
        : documents.findDocument(this.#db, orgId, document_id) !== undefined,
    );
  }

  /** Returns the knowledge base of one organization, in which an answer can be found, with the documents of the filter only. */
  forOrganization(orgId: string, filter?: documents.DocumentFilter): SearchableKnowledge {
    return {
      ask: (question, limit) =>
        this.useFound(
          () => this.#search.ask(orgId, { ...question, limit, filter, isSpoken: true }),
          (found) => found,
        ),
      compareSentences: (text, sentences) => this.#search.compareSentences(text, sentences),
      matchSentences: (questions, sentences) => this.#search.matchSentences(questions, sentences),
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
    const similar = listOffers(this.#db);
    const nextVersions = new Map(
      versions.listNextVersions(this.#db).map((next) => [next.document_id, this.#describeNextVersion(next)]),
    );
    return rows.map((row) =>
      toDocumentRecord(row, {
        progress: this.queue.getProgress(row.id),
        syncFields: readSyncFields(row.document_id),
        labels: labels.get(row.document_id) ?? [],
        next_version: nextVersions.get(row.document_id) ?? null,
        similar: similar.get(row.document_id) ?? null,
      }),
    );
  }

  #describeNextVersion(next: DocumentRow): NonNullable<DocumentRecord['next_version']> {
    const { id, file_name } = next;
    return { ...versions.toNextVersion(next), file_name, progress: this.queue.getProgress(id) };
  }

  /** Starts processing a file as the next version of a document in the open transaction, in place of an earlier one that waits. */
  startNextVersion({ document_id, org_id }: DocumentRow, { restoredFrom, ...file }: NextVersion): number {
    this.#giveUpNextVersion(org_id, document_id);
    const version = versions.findFreeVersion(this.#db, document_id);
    const id = documents.insertDocument(this.#db, org_id, {
      ...file,
      documentId: document_id,
      addedAt: this.#context.now(),
      next: { version, restoredFrom },
    });
    this.#publishDetails({ document_id, org_id });
    if (this.#isLocal) this.#db.afterCommit(() => this.queue.add({ id, org_id, size_bytes: file.sizeBytes }));
    return version;
  }

  /**
   * Makes an active document with one version the next version of another active one, in the open transaction. Its chunks stay as they
   * are, and the earlier version leaves the search with the transaction. Returns the number of the version.
   */
  adoptAsVersion(next: DocumentRow, current: DocumentRow): number {
    const { document_id, org_id } = current;
    this.#giveUpNextVersion(org_id, document_id);
    const version = versions.findFreeVersion(this.#db, document_id);
    versions.moveDocument(this.#db, { next: next.id, current, version, replacedAt: this.#context.now() });
    deleteLabels(this.#db, next.document_id);
    deleteSimilar(this.#db, next.document_id);
    deleteRemoteItem(this.#db, 'document', next.document_id);
    deleteStoredQuotes(this.#db);
    this.#events.publish({ type: 'document.deleted', document_id: next.document_id }, org_id);
    this.#publishStatus(current, 'active');
    this.#db.afterCommit(() => void (this.#replacements += 1));
    if (this.#isLocal) this.#eraser.retireAfterCommit(current);
    return version;
  }

  #giveUpNextVersion(orgId: string, documentId: string): void {
    for (const row of versions.listVersions(this.#db, orgId, documentId))
      if (row.is_current === 0 && row.status !== 'replaced') this.startVersionDeletion(row);
  }

  /** Deletes a version that is not the current one, in the open transaction, after which it is invisible. It is erased after the commit. */
  startVersionDeletion(version: DocumentRow | VersionRow): void {
    this.rewriteRequest.set();
    documents.markDocumentDeleting(this.#db, version.org_id, version.id);
    this.#publishDetails(version);
    this.#eraser.eraseAfterCommit(version.id, [version]);
  }

  /**
   * Deletes a document with all its versions in the open transaction, after which it is invisible. Its files, text, chunks and vectors
   * are erased after the commit.
   */
  startDeletion(document: DocumentRow): void {
    const { id, document_id, org_id } = document;
    this.rewriteRequest.set(); // `close` rewrites the database; if the process is killed first, the `close` of a later start does
    const rows = versions.listVersions(this.#db, org_id, document_id);
    for (const row of rows) documents.markDocumentDeleting(this.#db, org_id, row.id);
    deleteRemoteItem(this.#db, 'document', document_id);
    deleteLabels(this.#db, document_id);
    deleteSimilar(this.#db, document_id);
    deleteStoredQuotes(this.#db);
    this.#events.publish({ type: 'document.deleted', document_id }, org_id);
    this.#eraser.eraseAfterCommit(id, rows);
  }

  /** Resolves when all data of a deleted document or version is erased. Throws Problem `storage_full` if that is not possible now. */
  finishDeletion(deleted: Pick<DocumentRow, 'id' | 'is_current'>): Promise<void> {
    return this.#eraser.finish(deleted);
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
    await this.#eraser.close();
    await this.models.close();
    this.#eraser.rewriteIfRequested();
  }

  /** Makes an active version the current one, in the open transaction. The earlier one leaves the search with it. */
  #makeCurrent(next: DocumentRow): void {
    const { org_id, document_id } = next;
    const current = documents.findDocument(this.#db, org_id, document_id);
    if (!current) throw new Error(`The document ${document_id} has no current version.`);
    const wasActive = current.chunk_count > 0;
    if (wasActive) {
      const replacedAt = this.#context.now();
      versions.replaceVersion(this.#db, { current: current.id, next: next.id, replacedAt });
    } else {
      this.rewriteRequest.set();
      versions.discardVersion(this.#db, current.id, next.id);
    }
    deleteStoredQuotes(this.#db);
    this.#publishStatus(next, 'active');
    this.#db.afterCommit(() => void (this.#replacements += 1));
    if (wasActive) this.#eraser.retireAfterCommit(current);
    else this.#eraser.eraseAfterCommit(current.id, [current]);
  }

  /** Resumes the work of an earlier run: finishes deletions, removes unused files and restarts unfinished documents. */
  async #resume(canIngest: boolean): Promise<void> {
    const onError = (error: unknown) => this.#context.log.error({ err: error }, 'failed to remove unused files');
    for (const document of documents.listDeletingDocuments(this.#db))
      await this.#eraser.deleteData(document).catch(onError);
    for (const { id } of versions.listIndexedReplacedVersions(this.#db)) await unindexContent(this.#db, id);
    await this.files.removeOrphans((sha256) => documents.isFileUsed(this.#db, sha256), onError);
    if (!canIngest) return;
    for (const document of documents.listProcessingDocuments(this.#db)) this.queue.add(document);
    for (const version of versions.listUnreadReplacedVersions(this.#db)) this.queue.add(version);
  }

  /** Publishes that something besides the status of the document changed. */
  #publishDetails({ document_id, org_id }: Pick<DocumentRow, 'document_id' | 'org_id'>): void {
    this.#events.publish({ type: 'document_details.changed', document_id }, org_id);
  }

  readonly #publishStatus = (
    { document_id, org_id }: Pick<DocumentRow, 'document_id' | 'org_id'>,
    status: DocumentRow['status'],
  ): void => {
    this.#events.publish({ type: 'document.changed', document_id, status }, org_id);
  };
}
