import type { RequestStep } from './agent-requests.ts';

export type UatMoves = {
  /** How often a date that had been said was changed. */
  readonly count: number;
  /** How much later the last date is than the first, in whole days; negative where it is earlier. */
  readonly daysLater: number;
  /** When the last date was said. */
  readonly saidAt: string;
};

const dayMs = 24 * 60 * 60 * 1000;

/** How far the UAT date of a request has moved since it was first said; null where none was. */
export function measureUatMoves(steps: readonly RequestStep[]): UatMoves | null {
  const said = steps.flatMap((step) =>
    step.kind === 'uat_date' && step.date !== null ? [{ at: step.at, date: step.date }] : [],
  );
  const [first, last] = [said[0], said.at(-1)];
  if (!first || !last) return null;
  const count = said.filter(({ date }, place) => place > 0 && date !== said[place - 1]?.date).length;
  return {
    count,
    daysLater: Math.round((Date.parse(last.date) - Date.parse(first.date)) / dayMs),
    saidAt: last.at,
  };
}
