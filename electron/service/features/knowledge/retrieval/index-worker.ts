import { parentPort } from 'node:worker_threads';
import type { IndexReply, IndexRequest } from './index-protocol.ts';
import { createVectorStore, type VectorStore } from './vector-store.ts';

if (!parentPort) throw new Error('This module runs only as a worker.');
const port = parentPort;
const partitions = new Map<string, VectorStore>();

port.on('message', (request: IndexRequest) => {
  const store = openPartition(request.partition);
  switch (request.kind) {
    case 'add':
      store.add(request.chunkIds, request.vectors);
      break;
    case 'remove':
      store.remove(request.chunkIds);
      break;
    case 'search': {
      const matches = store.search(request.query, request.limit, request.extraIds);
      port.postMessage({ searchId: request.searchId, matches } satisfies IndexReply);
      break;
    }
  }
});

function openPartition(name: string): VectorStore {
  const store = partitions.get(name) ?? createVectorStore();
  partitions.set(name, store);
  return store;
}
