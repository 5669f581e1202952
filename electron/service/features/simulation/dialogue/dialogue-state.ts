import type { AgentDefinition } from '../../../../../shared/agents/agent-definition.ts';
import type { CallMetadata } from '../../../../../shared/calls/call-metadata.ts';
import type { Disposition } from '../../../../../shared/calls/dispositions.ts';
import type { ModelTurn } from '../../../../../shared/calls/model-turn.ts';
import type { Passage } from '../../../../../shared/knowledge/knowledge.ts';
import type { SimulationKnowledge } from '../simulation-knowledge.ts';

export type DialogueOptions = {
  /** Recipients never hear its `name`, which is the name in the list of agents. */
  readonly definition: AgentDefinition;
  readonly organizationName: string;
  readonly metadata: CallMetadata;
  /** The same seed and the same turns give the same replies. */
  readonly seed: string;
  readonly knowledge: SimulationKnowledge;
};

/** The reply that the agent expects next. It decides the meaning of a bare "yes" or "no". */
export type Expectation =
  /** Reply to the greeting, before the agent has stated the purpose of the call. */
  | 'greeting'
  /** Reply to a question about the recipient, such as "Did you already know about that?" */
  | 'engage'
  /** Reply to an invitation to ask questions. */
  | 'open'
  /** Reply to the commitment question: yes agrees, no refuses. */
  | 'ask'
  /** The reason for a refusal or an objection. */
  | 'objection'
  /** Reply to the offer that a person calls back about a question without an answer. */
  | 'follow_up'
  /** A time for the next call. */
  | 'time'
  /** Reply to "Is there anything else?" before the goodbye. */
  | 'last'
  /** None: the agent has ended the call. */
  | 'nothing';

/** The agent's next turn. */
export type AgentTurn = {
  readonly text: string;
  readonly expects: Expectation;
  /** Present if the turn ends the call. */
  readonly finalDisposition?: Disposition;
  /** Present if the agent searched the documents. */
  readonly passages?: readonly Passage[];
  /** True if the documents do not answer the question. */
  readonly hasNoAnswer?: boolean;
};

export type AgentReply = {
  readonly text: string;
  readonly expects: Expectation;
  /** The passages that the reply cites. */
  readonly passages: readonly Passage[];
  readonly hasSearchedKnowledge: boolean;
  /** Whether the documents do not answer the recipient's question. */
  readonly hasNoAnswer: boolean;
  readonly hasCallEnded: boolean;
  /** Null until the call is over. */
  readonly disposition: string | null;
  /** Present if the agent uses a language model. */
  readonly modelTurn?: ModelTurn;
};

/** What the recipient wants after a statement that decides the call. A later one replaces it. */
export type Decision = 'agreed' | 'declined' | 'follow_up' | 'callback';

/** Changes with every turn. */
export type DialogueState = {
  expects: Expectation;
  recipientTurnCount: number;
  unclearTurnCount: number;
  lastDecision: Decision | null;
  refusalCount: number;
  /** The recipient refused the purpose of the call, not only its price or its time. */
  hasDeclined: boolean;
  hasAgreed: boolean;
  /** A person will contact the recipient. */
  isFollowUpRequested: boolean;
  hasStatedPurpose: boolean;
  /** The agent asks for a time because the recipient wants a person, not because the moment is bad. */
  hasRequestedPerson: boolean;
  lastAgentText: string;
  lastRecipientText: string;
  finalDisposition: Disposition | null;
};

export function createDialogueState(greeting: string): DialogueState {
  return {
    expects: 'greeting',
    recipientTurnCount: 0,
    unclearTurnCount: 0,
    lastDecision: null,
    refusalCount: 0,
    hasDeclined: false,
    hasAgreed: false,
    isFollowUpRequested: false,
    hasStatedPurpose: false,
    hasRequestedPerson: false,
    lastAgentText: greeting,
    lastRecipientText: '',
    finalDisposition: null,
  };
}
