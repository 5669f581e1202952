import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../../platform/db/database.ts';
import { listVectors, type StoredVector } from './chunk-queries.ts';
import { embeddingDimensions } from './embedding/model.ts';
import { createVectorIndex, type VectorIndex } from './retrieval/vector-index.ts';

/** Read at once from the database, so that loading never holds the main thread for long. */
const loadBatchSize = 500;

/** A worker that has died so often will not live the next time: searches then fail with what it died of. */
const maxCrashes = 3;

/**
 * The vector index of a workspace, filled from its database in the background; a search waits until it is whole. It is
 * filled anew when its worker has died.
 */
export class WorkspaceVectorIndex {
  readonly #db: Database;
  #index: VectorIndex;
  #loaded: Promise<void>;
  #crashes = 0;
  #isClosed = false;

  constructor(db: Database) {
    this.#db = db;
    this.#index = this.#createIndex();
    this.#loaded = this.#load();
  }

  async whenLoaded(): Promise<VectorIndex> {
    await this.#loaded;
    return this.#index;
  }

  /** Vectors of unit length, one after another in each batch, in the order of the chunks. */
  add(orgId: string, chunkIds: readonly number[], batches: readonly Float32Array[]): void {
    let from = 0;
    for (const batch of batches) {
      const to = from + batch.length / embeddingDimensions;
      this.#index.add(orgId, chunkIds.slice(from, to), batch);
      from = to;
    }
  }

  remove(orgId: string, chunkIds: readonly number[]): void {
    this.#index.remove(orgId, chunkIds);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#loaded.catch(() => {}); // thrown to whoever searches
    await this.#index.close();
  }

  #createIndex(): VectorIndex {
    return createVectorIndex({
      onCrash: () => {
        this.#crashes += 1;
        if (this.#isClosed || this.#crashes > maxCrashes) return;
        this.#index = this.#createIndex();
        this.#loaded = this.#load();
      },
    });
  }

  #load(): Promise<void> {
    const loading = this.#loadAll();
    loading.catch(() => {}); // thrown to whoever searches
    return loading;
  }

  async #loadAll(): Promise<void> {
    let after = 0;
    await nextTurn();
    while (!this.#isClosed) {
      const rows = listVectors(this.#db, after, loadBatchSize);
      const last = rows.at(-1);
      if (!last) return;
      after = last.chunk;
      for (const orgId of new Set(rows.map((row) => row.orgId))) {
        this.#addStoredVectors(
          orgId,
          rows.filter((row) => row.orgId === orgId),
        );
      }
      await nextTurn();
    }
  }

  #addStoredVectors(orgId: string, rows: readonly StoredVector[]): void {
    const vectors = new Float32Array(rows.length * embeddingDimensions);
    const bytes = new Uint8Array(vectors.buffer);
    for (const [at, { embedding }] of rows.entries()) bytes.set(embedding, at * embeddingDimensions * 4);
    this.#index.add(
      orgId,
      rows.map(({ chunk }) => chunk),
      vectors,
    );
  }
}
