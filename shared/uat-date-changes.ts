import type { AgentRequestEvent } from './agent-requests.ts';

export type UatDateChanges = {
  /** How often a date that had been said was changed. */
  readonly changeCount: number;
  /** How much later the last date is than the first, in whole days; negative where it is earlier. */
  readonly daysLater: number;
  /** When the last date was said. */
  readonly setAt: string;
};

const dayMs = 24 * 60 * 60 * 1000;

/** How far the UAT date of a request has moved since it was first said; null where none was. */
export function findUatDateChanges(steps: readonly AgentRequestEvent[]): UatDateChanges | null {
  const said = steps.flatMap((step) =>
    step.kind === 'uat_date' && step.date !== null ? [{ at: step.at, date: step.date }] : [],
  );
  const [first, last] = [said[0], said.at(-1)];
  if (!first || !last) return null;
  const changeCount = said.filter(({ date }, place) => place > 0 && date !== said[place - 1]?.date).length;
  return {
    changeCount: changeCount,
    daysLater: Math.round((Date.parse(last.date) - Date.parse(first.date)) / dayMs),
    setAt: last.at,
  };
}
