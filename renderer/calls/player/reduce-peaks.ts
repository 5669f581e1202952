/** The loudest of each of `count` equal stretches; no more of them than there are peaks. */
export function reducePeaks(peaks: readonly number[], count: number): readonly number[] {
  if (peaks.length <= count) return peaks;
  return Array.from({ length: count }, (_, place) => {
    const end = Math.floor(((place + 1) * peaks.length) / count);
    let loudest = 0;
    for (let at = Math.floor((place * peaks.length) / count); at < end; at++)
      loudest = Math.max(loudest, peaks[at] ?? 0);
    return loudest;
  });
}
