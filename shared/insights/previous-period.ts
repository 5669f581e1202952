import { dayMs } from '../text/duration.ts';
import { createOffsetReader } from '../text/time-zone-offset.ts';

/** Includes `fromMs` and excludes `toMs`; milliseconds since the epoch. */
type Period = { readonly fromMs: number; readonly toMs: number };

/**
 * Returns the same local times, as many days earlier as the period has: before the last 7 days until 11:00 are 7 days until
 * 11:00. A period and the one before it can differ by an hour, if clocks change in one of them.
 */
export function findPreviousPeriod({ fromMs, toMs }: Period, timeZone: string): Period {
  const readOffset = createOffsetReader(timeZone);
  const toLocalMs = (timeMs: number) => timeMs + readOffset(timeMs);
  const toTimeMs = (localMs: number) => localMs - readOffset(localMs - readOffset(localMs));
  const days = Math.ceil((toLocalMs(toMs) - toLocalMs(fromMs)) / dayMs);
  const moveBack = (timeMs: number) => toTimeMs(toLocalMs(timeMs) - days * dayMs);
  return { fromMs: moveBack(fromMs), toMs: moveBack(toMs) };
}
