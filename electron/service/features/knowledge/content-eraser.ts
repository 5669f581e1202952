import { setTimeout as delay } from 'node:timers/promises';
import { Problem } from '../../../../shared/contract/problems.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import { removeMigrationBackups } from '../../platform/db/migrate.ts';
import type { RewriteRequest } from '../../platform/db/rewrite-request.ts';
import { isStorageFull } from '../../platform/http/to-problem.ts';
import { listChunkIds } from './chunk-queries.ts';
import type { DocumentFiles } from './document-files.ts';
import { deleteDocumentRow, isFileUsed, type DocumentRow } from './document-queries.ts';
import { removeDeletedWords } from './document-text-queries.ts';
import { deleteContent, unindexContent } from './ingest-document.ts';
import type { IngestQueue } from './ingest-queue.ts';
import type { SearchModels } from './search-models.ts';

const logRetryMs = 20;

type ErasedVersion = Pick<DocumentRow, 'id' | 'org_id' | 'sha256'>;

type EraserOptions = {
  readonly files: DocumentFiles;
  readonly models: SearchModels;
  readonly queue: IngestQueue;
  readonly rewriteRequest: RewriteRequest;
  readonly log: Context['log'];
};

/** Erases the content of versions that were deleted, and takes replaced ones out of the search, after the transactions of the changes. */
export class ContentEraser {
  readonly #db: Database;
  readonly #options: EraserOptions;
  /** The work that continues after the transaction of a change, by the row ID of its version. */
  readonly #running = new Map<number, Promise<void>>();

  constructor(db: Database, options: EraserOptions) {
    this.#db = db;
    this.#options = options;
  }

  /** Erases versions after the open transaction. `finish` waits for them with this row ID. */
  eraseAfterCommit(id: number, rows: readonly ErasedVersion[]): void {
    this.#db.afterCommit(() => this.#continue(id, () => this.#erase(rows)));
  }

  /** Removes a replaced version from the search after the open transaction. Its text is read again if it is not complete. */
  retireAfterCommit({ id, org_id, size_bytes, chunk_count }: DocumentRow): void {
    const { models, queue } = this.#options;
    this.#db.afterCommit(() => {
      models.remove(org_id, listChunkIds(this.#db, id));
      this.#continue(id, async () => {
        await queue.stop(id);
        await unindexContent(this.#db, id);
        if (listChunkIds(this.#db, id).length < chunk_count) queue.add({ id, org_id, size_bytes });
      });
    });
  }

  /** Resolves when a deleted document or version is erased. Throws Problem `storage_full` if that is not possible now. */
  async finish({ id, is_current }: Pick<DocumentRow, 'id' | 'is_current'>): Promise<void> {
    try {
      await this.#running.get(id);
    } catch (error) {
      if (!isStorageFull(error)) throw error;
      const deleted =
        is_current === 1 ? 'The document was deleted and agents no longer use it.' : 'The version was deleted.';
      const detail = `${deleted} The disk is too full to erase all of its data now; the rest is erased the next time the app starts.`;
      throw new Problem('storage_full', detail, { cause: error });
    }
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#running.values());
  }

  rewriteIfRequested(): void {
    const { file, isReadOnly } = this.#db;
    const { rewriteRequest, log } = this.#options;
    if (isReadOnly || !file || !rewriteRequest.isSet) return;
    try {
      removeDeletedWords(this.#db);
      file.rewrite();
      rewriteRequest.clear();
    } catch (error) {
      log.error({ err: error }, 'could not rewrite the database after deletions; the next close tries again');
    }
  }

  /** Deletes the data of a version at once: its file unless another one has it, its content and its row. */
  async deleteData({ id, org_id, sha256 }: ErasedVersion): Promise<void> {
    const { models, files } = this.#options;
    models.remove(org_id, listChunkIds(this.#db, id));
    // The files first: that frees space on a full disk.
    removeMigrationBackups(this.#db);
    files.removeIfUnused(sha256, (hash) => isFileUsed(this.#db, hash));
    await deleteContent(this.#db, id);
    this.#db.transaction(() => deleteDocumentRow(this.#db, org_id, id));
    // The write-ahead log still contains the deleted text. A snapshot that is being taken reads the database meanwhile.
    while (this.#db.isOpen && this.#db.file?.truncateLog() === false) await delay(logRetryMs);
  }

  async #erase(rows: readonly ErasedVersion[]): Promise<void> {
    await Promise.all(rows.map(({ id }) => this.#options.queue.stop(id)));
    for (const row of rows) await this.deleteData(row);
  }

  /** Continues a change after its transaction and the work of an earlier change. After an error, the next start continues. */
  #continue(id: number, work: () => Promise<void>): void {
    const before = this.#running.get(id);
    const done = before ? before.then(work, work) : work();
    this.#running.set(id, done);
    done
      .catch((error: unknown) => this.#options.log.error({ err: error }, 'failed to erase or retire a document'))
      .finally(() => {
        if (this.#running.get(id) === done) this.#running.delete(id);
      });
  }
}
