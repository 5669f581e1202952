import {
  connectionStepNames,
  type ConnectionCheck,
  type ConnectionStepId,
} from '../../../shared/workspaces/connection.ts';

/**
 * `passed`: the remote can be used. `unavailable`: it could not be reached or did not answer as expected, which can be
 * different later. `refused`: the address or the API key must be changed.
 */
export type CheckOutcome = 'passed' | 'unavailable' | 'refused';

const stepsToFix: readonly ConnectionStepId[] = ['url', 'key', 'organization'];

function findFailure({ steps }: ConnectionCheck): ConnectionStepId | null {
  return steps.find(({ result }) => result === 'failed')?.id ?? null;
}

export function getOutcome(check: ConnectionCheck): CheckOutcome {
  const failure = findFailure(check);
  if (failure === null) return 'passed';
  return stepsToFix.includes(failure) ? 'refused' : 'unavailable';
}

/** Returns a sentence for the whole check. */
export function summarizeCheck(check: ConnectionCheck): string {
  const failure = findFailure(check);
  if (failure !== null) return `The check stopped at “${connectionStepNames[failure]}”.`;
  const warnings = check.steps.filter(({ result }) => result === 'warning').length;
  if (warnings === 0) return 'The remote can be used.';
  return `The remote can be used, with ${warnings === 1 ? '1 warning' : `${warnings} warnings`}.`;
}

/** Formats a hash as certificates show it: `A1:B2:…`. */
export function formatFingerprint(sha256: string): string {
  return (sha256.toUpperCase().match(/../g) ?? []).join(':');
}
