import { Worker } from 'node:worker_threads';
import { resolveWorkerUrl } from '../../../platform/workers/resolve-worker-url.ts';
import { embeddingDimensions } from '../embedding/model.ts';
import type { IndexReply, IndexRequest } from './index-protocol.ts';
import type { VectorMatch } from './vector-store.ts';

/**
 * The vectors of all active chunks, in a separate worker so that a search waits neither for the embedder nor for the main
 * thread. There is one partition per organization, and a search covers one partition. Calls take effect in order: a search
 * after `remove` never finds a removed chunk.
 */
export type VectorIndex = {
  /** Adds or replaces chunks. If `vectors` spans its whole buffer, the buffer is transferred and is empty afterwards. */
  readonly add: (partition: string, chunkIds: readonly number[], vectors: Float32Array) => void;
  readonly remove: (partition: string, chunkIds: readonly number[]) => void;
  /** Returns the nearest chunks, best first, followed by the other chunks of `extraIds`. Unknown chunks are left out. */
  readonly search: (
    partition: string,
    query: Float32Array,
    limit: number,
    extraIds?: readonly number[],
  ) => Promise<readonly VectorMatch[]>;
  readonly close: () => Promise<void>;
};

export type VectorIndexOptions = {
  /** Called when the worker has crashed and its contents are lost. Create another index and add all chunks again. */
  readonly onCrash?: (error: Error) => void;
  /** Starts the worker thread. Tests use it to observe the worker. */
  readonly startWorker?: () => Worker;
};

type PendingSearch = {
  readonly resolve: (matches: readonly VectorMatch[]) => void;
  readonly reject: (reason: unknown) => void;
};

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
  // An idle index must not keep the process alive.
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

/** Returns the buffer to transfer instead of copying, unless it contains other data too. */
function getTransferList({ buffer, byteLength }: Float32Array): readonly ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}
