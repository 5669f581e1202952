import type { AgentOutcome } from '../../../../shared/agents/agent-definition.ts';
import { defaultOutcomes } from '../../../../shared/agents/agent-definition.ts';

/**
 * Returns the name of an agent's outcome for the disposition of a simulated call: the one with this name, or the first that counts
 * in the same way. A disposition that counts in no such way is kept.
 */
export function chooseOutcome(disposition: string, outcomes: readonly AgentOutcome[]): string {
  const name = disposition.toLowerCase();
  const known = outcomes.find((outcome) => outcome.name.toLowerCase() === name);
  if (known) return known.name;
  const standard = defaultOutcomes.find((outcome) => outcome.name.toLowerCase() === name);
  const similar = outcomes.find(
    ({ is_success, needs_follow_up }) =>
      is_success === standard?.is_success && needs_follow_up === standard.needs_follow_up,
  );
  return similar?.name ?? disposition;
}
