/** A tick of a ruler, in seconds; every so many of them carry their time. */
export type RulerTick = { readonly seconds: number; readonly isLabelled: boolean };

/** Seconds between labels, and how many ticks fill the room between two. */
const labelIntervals = [
  [1, 2],
  [2, 2],
  [5, 5],
  [10, 2],
  [30, 3],
  [60, 2],
  [120, 2],
  [300, 5],
  [600, 2],
  [1800, 3],
  [3600, 2],
] as const;

/** The ticks of a stretch of time, at the finest step that leaves `labels` of them room. */
export function createRulerTicks(fromSeconds: number, toSeconds: number, labels: number): readonly RulerTick[] {
  const span = toSeconds - fromSeconds;
  const [labelSeconds, parts] = labelIntervals.find(([seconds]) => span / seconds <= labels) ?? [7200, 2];
  const tickSeconds = labelSeconds / parts;
  const first = Math.ceil(fromSeconds / tickSeconds);
  const count = Math.max(0, Math.floor(toSeconds / tickSeconds) - first + 1);
  return Array.from({ length: count }, (_, index) => ({
    seconds: (first + index) * tickSeconds,
    isLabelled: (first + index) % parts === 0,
  }));
}
