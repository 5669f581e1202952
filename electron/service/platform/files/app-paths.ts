import { fileURLToPath } from 'node:url';

/** The folder of built files: the folder of this module when built, and dist/ in the project when run from source. */
const distUrl = new URL(import.meta.url.endsWith('.ts') ? '../../../../dist/' : '../../../../', import.meta.url);

/** The built files of the window. */
export const rendererDir = fileURLToPath(new URL('renderer', distUrl));

/** The prepared embedding model. */
export const modelDir = fileURLToPath(new URL('model', distUrl));

/** The application's package.json. */
export const packageFile = fileURLToPath(new URL('../package.json', distUrl));
