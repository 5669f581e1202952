/** Reduces peaks to at most `count` values: the maximum of each of `count` equal intervals. */
export function reducePeaks(peaks: ArrayLike<number>, count: number): readonly number[] {
  const length = Math.min(count, peaks.length);
  return Array.from({ length }, (_, index) => {
    const end = Math.floor(((index + 1) * peaks.length) / length);
    let max = 0;
    for (let peakIndex = Math.floor((index * peaks.length) / length); peakIndex < end; peakIndex++)
      max = Math.max(max, peaks[peakIndex] ?? 0);
    return max;
  });
}
