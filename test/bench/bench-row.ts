/** One line of the benchmarks. */
export interface BenchRow {
  readonly name: string;
  readonly measured: string;
  readonly target: string;
  readonly ok: boolean;
}

/** Prints rows when a benchmark is run by itself. */
export function printRows(rows: readonly BenchRow[]): void {
  for (const { name, measured, target, ok } of rows) {
    console.log(`${name}  ${measured}  ${target}  ${ok ? 'ok' : 'MISS'}`);
  }
}
