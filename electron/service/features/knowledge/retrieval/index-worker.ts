import { serveRequests } from '../../../platform/workers/serve-requests.ts';
import type { IndexProtocol } from './vector-index.ts';
import { createVectorStore, type VectorStore } from './vector-store.ts';

const partitions = new Map<string, VectorStore>();

serveRequests<IndexProtocol>({
  add: ({ partition, chunkIds, vectors }) =>
    openPartition(partition, vectors.length / chunkIds.length).add(chunkIds, vectors),
  remove: ({ partition, chunkIds }) => partitions.get(partition)?.remove(chunkIds),
  search: ({ partition, query, limit, options }) => partitions.get(partition)?.search(query, limit, options) ?? [],
});

function openPartition(name: string, dimensions: number): VectorStore {
  const store = partitions.get(name) ?? createVectorStore(dimensions);
  partitions.set(name, store);
  return store;
}
