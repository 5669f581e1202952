/** Returns the number of inputs of a fuzz test: `long` with `npm test -- fuzz`, otherwise `perCommit`. */
export function chooseFuzzRuns({ perCommit, long }: { readonly perCommit: number; readonly long: number }): number {
  return process.env['FUZZ'] === 'long' ? long : perCommit;
}
