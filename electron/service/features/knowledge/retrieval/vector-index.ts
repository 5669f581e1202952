import { Worker } from 'node:worker_threads';
import { resolveWorkerUrl } from '../../../platform/workers/worker-protocol.ts';
import { WorkerClient } from '../../../platform/workers/worker-client.ts';
import type { VectorMatch, VectorSearchOptions } from './vector-store.ts';

/**
 * The vectors of all active chunks. They are searched in a separate worker thread, so that neither the embedder nor the main
 * thread delays a search. Each organization has a partition, and a search covers one partition. Calls take effect in the
 * order in which they are made: a search after `remove` never finds a removed chunk.
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
    options?: VectorSearchOptions,
  ) => Promise<readonly VectorMatch[]>;
  readonly close: () => Promise<void>;
};

export type VectorIndexOptions = {
  readonly dimensions: number;
  /** Called when the worker has crashed and its contents are lost. Create another index and add all chunks again. */
  readonly onCrash?: (error: Error) => void;
  /** Starts the worker thread. Tests use it to observe the worker. */
  readonly startWorker?: () => Worker;
};

/** Requests to the index worker. They take effect in the order in which they are sent. */
export type IndexProtocol = {
  readonly add: {
    readonly input: {
      readonly partition: string;
      readonly chunkIds: readonly number[];
      readonly vectors: Float32Array;
    };
    readonly result: void;
  };
  readonly remove: {
    readonly input: { readonly partition: string; readonly chunkIds: readonly number[] };
    readonly result: void;
  };
  readonly search: {
    readonly input: {
      readonly partition: string;
      readonly query: Float32Array;
      readonly limit: number;
      readonly options: VectorSearchOptions;
    };
    readonly result: readonly VectorMatch[];
  };
};

export function createVectorIndex({
  dimensions,
  onCrash,
  startWorker = startIndexWorker,
}: VectorIndexOptions): VectorIndex {
  const client = new WorkerClient<IndexProtocol>({
    label: 'vector index',
    startWorker,
    onCrash: (error) => {
      void client.close(error); // another worker would be empty
      onCrash?.(error);
    },
  });

  return {
    add(partition, chunkIds, vectors) {
      if (vectors.length !== chunkIds.length * dimensions) {
        throw new RangeError(`${chunkIds.length} chunks cannot have ${vectors.length / dimensions} vectors.`);
      }
      if (chunkIds.length === 0) return;
      client.post('add', { partition, chunkIds, vectors }, { transfer: getTransferList(vectors) });
    },
    remove(partition, chunkIds) {
      if (chunkIds.length > 0) client.post('remove', { partition, chunkIds });
    },
    search: (partition, query, limit, options = {}) => client.request('search', { partition, query, limit, options }),
    close: () => client.close(new Error('The vector index was closed.')),
  };
}

function startIndexWorker(): Worker {
  return new Worker(resolveWorkerUrl('index-worker', import.meta.url), { name: 'vector-index' });
}

/** Returns the buffer to transfer instead of copying, unless it contains other data too. */
function getTransferList({ buffer, byteLength }: Float32Array): readonly ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}
