/** As many rows of a long list as are asked for at a time. */
export const pageRows = 100;

/** How many rows before they are drawn a page is asked for. */
const aheadRows = 40;

/** The pages that hold the rows from `first` to `last`, and those that come next either way. */
export function pagesAround(first: number, last: number): readonly number[] {
  const from = Math.max(0, Math.floor((first - aheadRows) / pageRows));
  const to = Math.max(from, Math.floor((last + aheadRows) / pageRows));
  return Array.from({ length: to - from + 1 }, (_, step) => from + step);
}
