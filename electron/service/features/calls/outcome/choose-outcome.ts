import { defaultOutcomes, type AgentOutcome } from '../../../../../shared/agents/agent-definition.ts';
import { findOutcome } from './describe-outcome.ts';

type ChosenOutcome = {
  readonly disposition: string;
  /** Null if the name of the disposition decides. */
  readonly isSuccess: boolean | null;
};

/**
 * Returns an agent's outcome for the disposition of a simulated call: the one with this name, or the first that has the same success
 * and needs a follow-up in the same cases. If there is none, the disposition is kept.
 */
export function chooseOutcome(disposition: string, outcomes: readonly AgentOutcome[]): ChosenOutcome {
  const standard = findOutcome(defaultOutcomes, disposition);
  const chosen =
    findOutcome(outcomes, disposition) ??
    outcomes.find(
      ({ is_success, needs_follow_up }) =>
        is_success === standard?.is_success && needs_follow_up === standard.needs_follow_up,
    );
  return { disposition: chosen?.name ?? disposition, isSuccess: chosen?.is_success ?? null };
}
