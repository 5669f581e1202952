import { serveRequests } from '../../../platform/workers/serve-requests.ts';
import type { IndexProtocol } from './vector-index.ts';
import { createVectorStore, type VectorStore } from './vector-store.ts';

const partitions = new Map<string, VectorStore>();

serveRequests<IndexProtocol>({
  add: ({ partition, chunkIds, vectors }) => openPartition(partition).add(chunkIds, vectors),
  remove: ({ partition, chunkIds }) => openPartition(partition).remove(chunkIds),
  search: ({ partition, query, limit, extraIds }) => openPartition(partition).search(query, limit, extraIds),
});

function openPartition(name: string): VectorStore {
  const store = partitions.get(name) ?? createVectorStore();
  partitions.set(name, store);
  return store;
}
