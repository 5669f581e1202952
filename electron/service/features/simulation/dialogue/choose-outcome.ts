import type { AgentOutcome } from '../../../../../shared/agents/agent-definition.ts';
import { dispositions } from '../../../../../shared/calls/dispositions.ts';
import type { DialogueState } from './dialogue-state.ts';

type Result = keyof typeof dispositions;

/** Words by which an outcome of the agent is recognized, and how it counts. */
const outcomeHints: Readonly<
  Record<Result, { readonly words: RegExp; readonly success: boolean; readonly followUp: boolean }>
> = {
  interested: {
    words: /interest|accept|agree|renew|sold|sale|won|sign|yes|lead|qualif/i,
    success: true,
    followUp: false,
  },
  confirmed: { words: /confirm|book|schedul|agree|appoint|accept|set\b|yes/i, success: true, followUp: false },
  informed: { words: /inform|told|reached|complete|deliver|answer|done|finish/i, success: true, followUp: false },
  answered: { words: /answer|question|inform|help|complete|done/i, success: true, followUp: false },
  callback: { words: /call ?back|later|busy|again/i, success: false, followUp: true },
  followUp: {
    words: /follow|person|human|colleague|transfer|escalat|hand|change|cancel|call ?back/i,
    success: false,
    followUp: true,
  },
  notInterested: {
    words: /not interest|declin|refus|reject|no sale|lost|\bno\b|cancel/i,
    success: false,
    followUp: false,
  },
  doNotCall: { words: /do not call|don['’]t call|opt|stop|remove|block|unsubscribe/i, success: false, followUp: false },
  wrongPerson: { words: /wrong|other person|not the/i, success: false, followUp: false },
  voicemail: { words: /voice ?mail|message|mailbox/i, success: false, followUp: false },
  endedEarly: { words: /early|hung|hang|incomplete|unfinished|no result|other/i, success: false, followUp: false },
};

/** Returns the outcome of the agent's list that fits a result best: by its name, or else by its words and how it counts. */
export function toOutcomeName(result: Result, outcomes: readonly AgentOutcome[]): string {
  const name = dispositions[result];
  // The list of numbers that are not called again is kept by this name.
  if (result === 'doNotCall') return name;
  const { words, success, followUp } = outcomeHints[result];
  const scored = outcomes.map((outcome) => ({
    name: outcome.name,
    score:
      (outcome.name.toLowerCase() === name.toLowerCase() ? 9 : 0) +
      (words.test(outcome.name) && !(success && /\b(?:not|no|un)\b/i.test(outcome.name)) ? 2 : 0) +
      (outcome.is_success === success ? 1 : -3) +
      (outcome.needs_follow_up === followUp ? 1 : -0.5),
  }));
  return scored.toSorted((a, b) => b.score - a.score)[0]?.name ?? name;
}

/** Decides the result of a call that ends now from what both agreed on. */
export function decideResult({ facts, plan }: DialogueState): Result {
  const { kind } = plan;
  if (facts.final) return facts.final;
  const required = plan.slots.filter(({ question }) => question.required);
  const answered = plan.slots.filter(({ value }) => value !== null);
  const isComplete = required.length > 0 && required.every(({ value }) => value !== null);
  if (facts.hasRequestedPerson) return 'followUp';
  if (facts.isCallbackPromised && !isComplete) return 'callback';
  if (facts.isCanceled) return kind === 'offer' || kind === 'general' ? 'notInterested' : 'followUp';
  if (facts.hasDeclined) return 'notInterested';
  const isAgreed = plan.slots.some(({ isCommitment, value }) => isCommitment && value === 'yes');
  const hasDay = plan.slots.some(({ question, value }) => question.type === 'date' && value !== null);
  if (isAgreed || (isComplete && (hasDay || !plan.slots.some(({ isCommitment }) => isCommitment)))) {
    if (kind === 'confirm' || kind === 'settle' || hasDay) return 'confirmed';
    return kind === 'offer' || kind === 'general' ? 'interested' : 'informed';
  }
  if (hasDay && kind !== 'collect' && kind !== 'inform') return 'confirmed';
  if (facts.isFollowUpRequested) return 'followUp';
  if (!facts.hasEnded) return 'endedEarly';
  if (facts.answerCount > 0) return 'answered';
  if (kind === 'settle' || kind === 'confirm')
    return answered.length > 0 || facts.hasStatedPurpose ? 'followUp' : 'endedEarly';
  return facts.hasStatedPurpose ? 'informed' : 'endedEarly';
}
