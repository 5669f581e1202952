import { createEmbedder, type Embedder } from '../../../electron/service/features/knowledge/embedding/embedder.ts';
import { createRecorder, type Recorder } from '../../../electron/service/features/speech/recorder.ts';
import { modelDir } from './model-dir.ts';

let shared: { readonly embedder: Embedder; readonly recorder: Recorder } | undefined;

/**
 * Returns the search model and the recorder that the services of this process share: to start their threads takes longer than many tests.
 * They end with the process.
 */
export function getSharedParts() {
  shared ??= { embedder: createEmbedder({ modelDir }), recorder: createRecorder() };
  return shared;
}
