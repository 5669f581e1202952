/** The speeds on offer; 1 is as it was said. */
export const playbackRates = [0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const;

/** The next speed up or down, or the same at either end. */
export function findNextRate(rate: number, direction: 1 | -1): number {
  const next = direction === 1 ? playbackRates.find((one) => one > rate) : playbackRates.findLast((one) => one < rate);
  return next ?? rate;
}

/** `1×`, `0.75×`. */
export function formatRate(rate: number): string {
  return `${rate}×`;
}
