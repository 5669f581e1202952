/** Returns the number or size of the inputs of a test: `long` with `npm test -- fuzz`, otherwise `perCommit`. */
export function chooseFuzzRuns({ perCommit, long }: { readonly perCommit: number; readonly long: number }): number {
  return process.env['FUZZ'] === 'long' ? long : perCommit;
}
