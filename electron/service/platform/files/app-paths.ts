import { fileURLToPath } from 'node:url';

/** The folder of built files: dist/ itself when built, and dist/ beside the sources when run from source. */
const distUrl = new URL(import.meta.url.endsWith('.ts') ? '../../../../dist/' : '../../../../', import.meta.url);

/** The window's pages. */
export const rendererDir = fileURLToPath(new URL('renderer', distUrl));

/** The prepared embedding model; native code reads it, so that in a package it lies outside of the archive. */
export const modelDir = fileURLToPath(new URL('model', distUrl)).replace(/\bapp\.asar(?=[\\/])/, 'app.asar.unpacked');

/** Our own package.json. */
export const packageFile = fileURLToPath(new URL('../package.json', distUrl));
