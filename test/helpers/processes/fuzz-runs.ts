import { randomInt } from 'node:crypto';

/** Whether `npm test -- fuzz` runs the tests, which then use larger numbers and other seeds. */
export const isLong = process.env['FUZZ'] === 'long';

/** Returns the number or size of the inputs of a test: `long` with `npm test -- fuzz`, otherwise `perCommit`. */
export function chooseFuzzRuns({ perCommit, long }: { readonly perCommit: number; readonly long: number }): number {
  return isLong ? long : perCommit;
}

/** Returns RUNS, for a test that is repeated on its own, or else the number that `chooseFuzzRuns` returns. */
export function chooseRuns(numbers: { readonly perCommit: number; readonly long: number }): number {
  return Number(process.env['RUNS'] ?? chooseFuzzRuns(numbers));
}

/** Returns SEED, or else a new seed with `npm test -- fuzz`, otherwise `perCommit`. A test has it in its name. */
export function chooseSeed(perCommit?: string): string {
  return process.env['SEED'] ?? (isLong || perCommit === undefined ? String(randomInt(2 ** 31)) : perCommit);
}
