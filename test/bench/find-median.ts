/** Returns the median, or NaN, which meets no target, if there are no values. */
export const findMedian = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
