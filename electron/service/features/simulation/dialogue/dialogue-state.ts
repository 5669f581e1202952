import type { Passage } from '../../../../../shared/knowledge.ts';
import type { AgentReply } from './agent-mind.ts';
import type { Disposition } from './dispositions.ts';

/** What the agent waits for after it has spoken: a bare "yes" or "no" is read by it. */
export type Expectation =
  'greeting' | 'engage' | 'open' | 'ask' | 'objection' | 'follow_up' | 'time' | 'last' | 'nothing';

/** What the agent says next. */
export type AgentTurn = {
  readonly text: string;
  readonly expects: Expectation;
  /** Present where the call is over with it. */
  readonly finalDisposition?: Disposition;
  /** Present where something was looked up. */
  readonly passages?: readonly Passage[];
};

export type DialogueReply = AgentReply & { readonly expects: Expectation; readonly hasSearchedKnowledge: boolean };

/** Where a talk stands; it changes with every turn. */
export type DialogueState = {
  expects: Expectation;
  /** Turns of the recipient. */
  recipientTurnCount: number;
  unclearTurnCount: number;
  refusalCount: number;
  /** Said no to the matter itself, not only to a part of it. */
  hasDeclined: boolean;
  hasAgreed: boolean;
  /** A person is to get back to the recipient. */
  isFollowUpRequested: boolean;
  hasStatedPurpose: boolean;
  /** A time is asked for because a person is wanted, and not because the moment is bad. */
  hasRequestedPerson: boolean;
  /** The agent's words of last time. */
  lastAgentText: string;
  finalDisposition: Disposition | null;
};

export function createDialogueState(greeting: string): DialogueState {
  return {
    expects: 'greeting',
    recipientTurnCount: 0,
    unclearTurnCount: 0,
    refusalCount: 0,
    hasDeclined: false,
    hasAgreed: false,
    isFollowUpRequested: false,
    hasStatedPurpose: false,
    hasRequestedPerson: false,
    lastAgentText: greeting,
    finalDisposition: null,
  };
}
