import { Worker } from 'node:worker_threads';
import { resolveWorkerUrl } from '../../../platform/workers/resolve-worker-url.ts';
import { embeddingDimensions } from '../embedding/model.ts';
import type { IndexReply, IndexRequest } from './index-protocol.ts';
import type { VectorMatch } from './vector-store.ts';

/**
 * The vectors of all active chunks, in a worker of their own, so that a search waits neither for the embedder nor for the
 * main thread. A partition is searched alone (there is one for each organization). Calls take effect in their order: a
 * search after `remove` never finds what was removed.
 */
export interface VectorIndex {
  /** Adds or replaces chunks. Takes over the buffer of `vectors` when they fill it: it is empty afterwards. */
  readonly add: (partition: string, chunkIds: readonly number[], vectors: Float32Array) => void;
  readonly remove: (partition: string, chunkIds: readonly number[]) => void;
  /** The nearest chunks, best first; then, of `extraIds`, those not among them. Chunks that are not here are left out. */
  readonly search: (
    partition: string,
    query: Float32Array,
    limit: number,
    extraIds?: readonly number[],
  ) => Promise<readonly VectorMatch[]>;
  readonly close: () => Promise<void>;
}

export interface VectorIndexOptions {
  /** Called when the worker has died with all that was in it: open another index and add everything again. */
  readonly onCrash?: (error: Error) => void;
  /** Starts the worker's thread; tests watch it through this. */
  readonly startWorker?: () => Worker;
}

interface PendingSearch {
  readonly resolve: (matches: readonly VectorMatch[]) => void;
  readonly reject: (reason: unknown) => void;
}

export function createVectorIndex({ onCrash, startWorker = startIndexWorker }: VectorIndexOptions = {}): VectorIndex {
  const pending = new Map<number, PendingSearch>();
  const worker = startWorker();
  let lastSearchId = 0;
  let stopped: Error | undefined;
  let cause: unknown;

  const stop = (reason: Error): void => {
    stopped = reason;
    for (const search of pending.values()) search.reject(reason);
    pending.clear();
  };
  worker.on('message', ({ searchId, matches }: IndexReply) => {
    pending.get(searchId)?.resolve(matches);
    pending.delete(searchId);
    if (pending.size === 0) worker.unref();
  });
  worker.on('error', (error) => (cause = error));
  worker.on('exit', (code) => {
    if (stopped) return;
    stop(new Error('The vector index stopped.', { cause: cause ?? new Error(`The worker exited with code ${code}.`) }));
    if (stopped) onCrash?.(stopped);
  });
  // An idle index does not keep the process alive.
  worker.unref();

  const send = (request: IndexRequest, transfer: readonly ArrayBuffer[] = []): void => {
    if (stopped) throw stopped;
    worker.postMessage(request, transfer);
  };

  return {
    add(partition, chunkIds, vectors) {
      if (vectors.length !== chunkIds.length * embeddingDimensions) {
        throw new RangeError(`${chunkIds.length} chunks cannot have ${vectors.length / embeddingDimensions} vectors.`);
      }
      if (chunkIds.length > 0) send({ kind: 'add', partition, chunkIds, vectors }, getTransferList(vectors));
    },
    remove(partition, chunkIds) {
      if (chunkIds.length > 0) send({ kind: 'remove', partition, chunkIds });
    },
    search: (partition, query, limit, extraIds = []) =>
      new Promise((resolve, reject) => {
        const searchId = ++lastSearchId;
        send({ kind: 'search', searchId, partition, query, limit, extraIds });
        pending.set(searchId, { resolve, reject });
        worker.ref();
      }),
    close: async () => {
      if (!stopped) stop(new Error('The vector index was closed.'));
      await worker.terminate();
    },
  };
}

function startIndexWorker(): Worker {
  return new Worker(resolveWorkerUrl('index-worker', import.meta.url), { name: 'vector-index' });
}

/** The buffer to hand over instead of copying it, unless it holds other things too. */
function getTransferList({ buffer, byteLength }: Float32Array): readonly ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}
