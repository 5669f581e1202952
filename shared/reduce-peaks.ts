/** The loudest of each of `count` equal stretches; no more of them than there are peaks. */
export function reducePeaks(peaks: ArrayLike<number>, count: number): readonly number[] {
  const length = Math.min(count, peaks.length);
  return Array.from({ length }, (_, place) => {
    const end = Math.floor(((place + 1) * peaks.length) / length);
    let loudest = 0;
    for (let at = Math.floor((place * peaks.length) / length); at < end; at++)
      loudest = Math.max(loudest, peaks[at] ?? 0);
    return loudest;
  });
}
