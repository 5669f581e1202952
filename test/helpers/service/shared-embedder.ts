import { createEmbedder, type Embedder } from '../../../electron/service/features/knowledge/embedding/embedder.ts';
import { modelDir } from './model-dir.ts';

let shared: Embedder | undefined;

/**
 * Returns the search model that the services of this process share: to read it and to start its thread takes longer than many tests.
 * It ends with the process.
 */
export function getSharedEmbedder(): Embedder {
  shared ??= createEmbedder({ modelDir });
  return shared;
}
