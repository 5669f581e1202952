/** As many rows of a long list as are asked for at a time. */
export const rowsPerPage = 100;

/** How many rows before they are drawn a page is asked for. */
const prefetchRows = 40;

/** The pages that hold the rows from `first` to `last`, and those that come next either way. */
export function getPagesToLoad(first: number, last: number): readonly number[] {
  const from = Math.max(0, Math.floor((first - prefetchRows) / rowsPerPage));
  const to = Math.max(from, Math.floor((last + prefetchRows) / rowsPerPage));
  return Array.from({ length: to - from + 1 }, (_, step) => from + step);
}
