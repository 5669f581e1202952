import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Database } from '../../platform/db/database.ts';
import { listVectors, type StoredVector } from './chunk-queries.ts';
import type { TextEmbedder } from './embedding/text-embedder.ts';
import { createVectorIndex, type VectorIndex } from './retrieval/vector-index.ts';

/** Rows read at a time, so that loading never blocks the main thread for long. */
const loadBatchSize = 500;

/** After this many crashes, the worker is not restarted and searches fail with its error. */
const maxCrashes = 3;

type IndexedModel = Pick<TextEmbedder, 'fingerprint' | 'dimensions'>;

/**
 * The vector index of a workspace for one search model. It is loaded from the database in the background, and again after a crash of its worker.
 * Searches wait until it is loaded.
 */
export class WorkspaceVectorIndex {
  readonly #db: Database;
  readonly #model: IndexedModel;
  #index: VectorIndex;
  #loaded: Promise<void>;
  #crashes = 0;
  #isClosed = false;

  constructor(db: Database, model: IndexedModel) {
    this.#db = db;
    this.#model = model;
    this.#index = this.#createIndex();
    this.#loaded = this.#load();
  }

  async whenLoaded(): Promise<VectorIndex> {
    await this.#loaded;
    return this.#index;
  }

  /** Adds chunks. Each batch contains the concatenated vectors of the next chunks. */
  add(orgId: string, chunkIds: readonly number[], batches: readonly Float32Array[]): void {
    let from = 0;
    for (const batch of batches) {
      const to = from + batch.length / this.#model.dimensions;
      this.#index.add(orgId, chunkIds.slice(from, to), batch);
      from = to;
    }
  }

  remove(orgId: string, chunkIds: readonly number[]): void {
    this.#index.remove(orgId, chunkIds);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#loaded.catch(() => {}); // searches reject with this error
    await this.#index.close();
  }

  #createIndex(): VectorIndex {
    return createVectorIndex({
      dimensions: this.#model.dimensions,
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
    loading.catch(() => {}); // searches reject with this error
    return loading;
  }

  async #loadAll(): Promise<void> {
    let after = 0;
    await yieldToEventLoop();
    while (!this.#isClosed) {
      const rows = listVectors(this.#db, this.#model.fingerprint, after, loadBatchSize);
      const last = rows.at(-1);
      if (!last) return;
      after = last.chunk;
      for (const orgId of new Set(rows.map((row) => row.orgId))) {
        this.#addStoredVectors(
          orgId,
          rows.filter((row) => row.orgId === orgId),
        );
      }
      await yieldToEventLoop();
    }
  }

  #addStoredVectors(orgId: string, stored: readonly StoredVector[]): void {
    const vectorBytes = this.#model.dimensions * Float32Array.BYTES_PER_ELEMENT;
    const rows = stored.filter(({ embedding }) => embedding.length === vectorBytes);
    const bytes = new Uint8Array(rows.length * vectorBytes);
    for (const [index, { embedding }] of rows.entries()) bytes.set(embedding, index * vectorBytes);
    const vectors = new Float32Array(bytes.buffer);
    this.#index.add(
      orgId,
      rows.map(({ chunk }) => chunk),
      vectors,
    );
  }
}
