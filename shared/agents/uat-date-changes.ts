import type { AgentRequestEvent } from './agent-requests.ts';
import { dayMs } from '../text/duration.ts';

export type UatDateChanges = {
  /** Number of changes after the date was first set. */
  readonly changeCount: number;
  /** Whole days between the first and the current date; negative if the current date is earlier. */
  readonly daysLater: number;
  /** When the current date was set. */
  readonly setAt: string;
};

/** Compares the current UAT date of a build request with the first one. Returns null if no date was ever set. */
export function findUatDateChanges(events: readonly AgentRequestEvent[]): UatDateChanges | null {
  const dates = events.flatMap((event) =>
    event.kind === 'uat_date' && event.date !== null ? [{ at: event.at, date: event.date }] : [],
  );
  const [first, last] = [dates[0], dates.at(-1)];
  if (!first || !last) return null;
  const changeCount = dates.filter(({ date }, index) => index > 0 && date !== dates[index - 1]?.date).length;
  return {
    changeCount,
    daysLater: Math.round((Date.parse(last.date) - Date.parse(first.date)) / dayMs),
    setAt: last.at,
  };
}
