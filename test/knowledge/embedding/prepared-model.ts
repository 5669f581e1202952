import { fileURLToPath } from 'node:url';
import { prepareModel } from '../../../electron/service/features/knowledge/embedding/prepare-model.ts';

/** Where the build keeps the model too, so that tests and build make it once between them. */
export const modelDir = fileURLToPath(new URL('../../../dist/model', import.meta.url));

/** Prepares the model unless a build or another test did, and returns its folder. */
export async function prepareSharedModel(): Promise<string> {
  await prepareModel(modelDir);
  return modelDir;
}
