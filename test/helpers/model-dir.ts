import { fileURLToPath } from 'node:url';

/** Where the build prepares the embedding model; the tests' global setup sees to it that it is there. */
export const modelDir = fileURLToPath(new URL('../../dist/model', import.meta.url));
