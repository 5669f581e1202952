import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import { listVectors } from './chunk-queries.ts';
import { createVectorIndex, type VectorIndex } from './retrieval/vector-index.ts';

/** Read at once from the database, so that loading never holds the main thread for long. */
const loadAtOnce = 500;

/** The vector index of a workspace, filled from its database in the background; a search waits until it is whole. */
export class LoadedIndex {
  readonly #index: VectorIndex = createVectorIndex();
  readonly #loaded: Promise<void>;
  #isClosed = false;

  constructor(db: Database) {
    this.#loaded = this.#load(db);
    this.#loaded.catch(() => {}); // thrown to whoever searches
  }

  async whenLoaded(): Promise<VectorIndex> {
    await this.#loaded;
    return this.#index;
  }

  add(chunkIds: readonly number[], vectors: readonly Float32Array[]): void {
    let from = 0;
    for (const batch of vectors) {
      const count = batch.length / 384;
      this.#index.add(chunkIds.slice(from, from + count), batch);
      from += count;
    }
  }

  remove(chunkIds: readonly number[]): void {
    this.#index.remove(chunkIds);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#loaded.catch(() => {}); // thrown to whoever searches
    await this.#index.close();
  }

  async #load(db: Database): Promise<void> {
    let after = 0;
    await nextTurn();
    while (!this.#isClosed) {
      const rows = listVectors(db, after, loadAtOnce);
      const last = rows.at(-1);
      if (!last) return;
      after = last.chunk;
      const bytes = Buffer.concat(rows.map(({ numbers }) => numbers));
      const vectors = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
      this.#index.add(
        rows.map(({ chunk }) => chunk),
        vectors,
      );
      await nextTurn();
    }
  }
}
