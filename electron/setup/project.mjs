import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that holds package.json. */
export const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

/** @param {...string} parts */
export const resolveProjectPath = (...parts) => join(projectRoot, ...parts);

/** Setup speaks on stderr: the standard output of `serve` and `test` belongs to their own lines. @param {string} line */
export const printLine = (line) => process.stderr.write(`${line}\n`);

/** Something the person at the keyboard can act on; shown as one line, without a stack. */
export class SetupError extends Error {
  name = 'SetupError';
}
