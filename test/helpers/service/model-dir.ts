import { fileURLToPath } from 'node:url';

/** The folder of the embedding model, which the global setup of the tests prepares. */
export const modelDir = fileURLToPath(new URL('../../../dist/model', import.meta.url));
