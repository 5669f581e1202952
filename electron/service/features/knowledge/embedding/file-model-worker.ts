import { workerData } from 'node:worker_threads';
import { serveRequests, TransferredResult } from '../../../platform/workers/serve-requests.ts';
import type { FileModelProtocol } from './file-model.ts';
import { SearchModelError } from './text-embedder.ts';
import { openFileModel, type FileModelOptions } from './open-file-model.ts';

// Untyped by Node; only file-model.ts starts this worker. A failure is the answer to each request.
const model = openFileModel(workerData as FileModelOptions);
model.catch(() => {});

serveRequests<FileModelProtocol>({
  embed: async function* (texts) {
    const vectors: Float32Array[] = [];
    for (const [index, text] of texts.entries()) {
      if (index > 0) yield;
      vectors.push(await embed(text));
    }
    const size = vectors[0]?.length ?? 0;
    const all = new Float32Array(texts.length * size);
    vectors.forEach((vector, index) => all.set(vector, index * size));
    return new TransferredResult(all, [all.buffer]);
  },
});

async function embed(text: string): Promise<Float32Array> {
  try {
    return await (await model).embedText(text);
  } catch (error) {
    if (!(error instanceof SearchModelError)) throw error;
    // Only name and message reach the other thread.
    throw Object.assign(new Error(`${error.message}\n${error.fix}`), { name: error.name });
  }
}
