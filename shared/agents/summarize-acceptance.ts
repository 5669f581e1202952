import type { Acceptance } from './acceptance.ts';

/** Describes briefly what was tried: "3 trial calls, 4 of 5 points accepted". */
export function summarizeAcceptance({ trial_calls, points }: Pick<Acceptance, 'trial_calls' | 'points'>): string {
  const accepted = points.filter(({ decision }) => decision === 'accepted').length;
  const calls = trial_calls === 0 ? 'not tried in a call' : `${trial_calls} trial call${trial_calls === 1 ? '' : 's'}`;
  return `${calls}, ${accepted} of ${points.length} point${points.length === 1 ? '' : 's'} accepted`;
}
