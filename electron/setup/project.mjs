import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of package.json. */
export const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

/** @param {...string} parts */
export const resolveProjectPath = (...parts) => join(projectRoot, ...parts);

/** Prints to stderr, because the standard output of `serve` and `test` is read by programs. @param {string} line */
export const printLine = (line) => process.stderr.write(`${line}\n`);

/** An error that the user can fix. It is printed as one line, without a stack. */
export class SetupError extends Error {
  name = 'SetupError';
}
