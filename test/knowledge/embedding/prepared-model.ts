import { fileURLToPath } from 'node:url';
import { prepareModel } from '../../../electron/setup/embedding-model/prepare-model.ts';

/** The model folder of the build, so that build and tests prepare the model only once. */
export const modelDir = fileURLToPath(new URL('../../../dist/model', import.meta.url));

/** Prepares the model unless it exists, and returns its folder. */
export async function prepareSharedModel(): Promise<string> {
  await prepareModel(modelDir);
  return modelDir;
}
