import type { AgentOutcome } from '../../../../../shared/agents/agent-definition.ts';
import type { CapturedField } from '../../../../../shared/calls/call-outcomes.ts';
import { dispositions } from '../../../../../shared/calls/dispositions.ts';
import type { FollowUpKind } from '../../../../../shared/calls/follow-ups.ts';
import { findNextSteps } from '../../../../../shared/calls/find-next-steps.ts';
import {
  splitTurns,
  type SummarizedTurn,
  type TranscriptSentence,
} from '../../../../../shared/calls/transcript-sentences.ts';

export type FoundFollowUp = {
  readonly kind: FollowUpKind;
  /** The captured field; empty for other kinds. */
  readonly field: string;
  /** Why it is due, in the words of the call if there are any. */
  readonly reason: string;
  /** Sentences that may name when it is due, the most telling first. */
  readonly timeSentences: readonly string[];
};

type EndedCall = {
  readonly turns: readonly SummarizedTurn[];
  /** The outcome, with what it means; null without one. */
  readonly outcome: Pick<AgentOutcome, 'name' | 'needs_follow_up'> | null;
  readonly fields: readonly CapturedField[];
};

const callPattern =
  /\b(?:call|phone|ring|contact|reach|speak|talk|try|get back|follow up|be in touch|hear from|catch)\b/i;
const personPattern =
  /\b(?:someone|somebody|a (?:real )?(?:person|human)|human being|colleague|specialist|representative|manager|supervisor|technician|engineer|team)\b/i;
const noCallPattern = /\b(?:don['’]t|do not|never|stop|quit|no longer|won['’]t|off the list|remove)\b/i;
/** What a message on a voicemail asks the recipient to do. */
const askingPattern = /\bgive (?:us|me) a call\b|\bcall (?:us|me) back\b/i;

/** Returns the follow-ups of a call that has ended: at most one callback or request for a person, and each answer that needs one. */
export function findFollowUps({ turns, outcome, fields }: EndedCall): readonly FoundFollowUp[] {
  const promise = findPromise(turns, outcome?.name ?? null);
  const needed: readonly FoundFollowUp[] =
    !promise && outcome?.needs_follow_up
      ? [{ kind: 'outcome', field: '', reason: outcome.name, timeSentences: [] }]
      : [];
  return [...(promise ? [promise] : needed), ...fields.flatMap(toFollowUp)];
}

/** The last sentence that promises or asks for a call decides, because it is what both agreed on. */
function findPromise(turns: readonly SummarizedTurn[], disposition: string | null): FoundFollowUp | null {
  if (disposition === dispositions.doNotCall || disposition === dispositions.voicemail) return null;
  const sentences = splitTurns(turns);
  const steps = findNextSteps(turns, sentences).filter(isCall);
  const last = steps.at(-1);
  if (!last) return null;
  const isPerson = steps.some(({ text }) => personPattern.test(text));
  const from = Math.max(0, (steps[0]?.turnIndex ?? 0) - 2);
  const spoken = sentences.filter(({ speaker, turnIndex }) => speaker === 'user' && turnIndex >= from).toReversed();
  return {
    kind: isPerson ? 'person' : 'callback',
    field: '',
    reason: last.text,
    timeSentences: [...spoken, ...steps.toReversed()].map(({ text }) => text),
  };
}

function isCall({ speaker, text }: TranscriptSentence): boolean {
  if (!callPattern.test(text) || noCallPattern.test(text)) return false;
  return speaker === 'user' || !askingPattern.test(text);
}

function toFollowUp({
  field,
  question,
  needs_follow_up,
  spoken,
  value,
  type,
}: CapturedField): readonly FoundFollowUp[] {
  const answer = value ?? spoken;
  if (!needs_follow_up || answer === '' || (type === 'yes_no' && value === 'no')) return [];
  return [{ kind: 'field', field, reason: `${question} ${spoken === '' ? answer : spoken}`, timeSentences: [spoken] }];
}
