import type { AgentDefinition, AgentQuestion } from '../../../../../shared/agents/agent-definition.ts';
import type { CallMetadata } from '../../../../../shared/calls/call-metadata.ts';
import type { dispositions } from '../../../../../shared/calls/dispositions.ts';
import type { ModelTurn } from '../../../../../shared/calls/model-turn.ts';
import type { Passage } from '../../../../../shared/knowledge/knowledge.ts';
import type { SimulationKnowledge } from '../simulation-knowledge.ts';
import type { TurnClassifier } from '../understanding/classify-turns.ts';
import type { SpokenTime } from '../../../platform/spoken/read-time.ts';
import type { CallPlan, Slot } from './call-plan.ts';
import type { OfferedDays } from './offered-days.ts';

export type DialogueOptions = {
  readonly definition: AgentDefinition;
  readonly organizationName: string;
  readonly metadata: CallMetadata;
  /** The same seed and the same turns give the same replies. */
  readonly seed: string;
  readonly knowledge: SimulationKnowledge;
  readonly turnClassifier: TurnClassifier;
  /** Returns milliseconds. */
  readonly now: () => number;
};

/** The reply that the agent expects next. It decides the meaning of a bare "yes" or "no". */
export type Expectation =
  /** Reply to the greeting, before the agent has stated the purpose of the call. */
  | 'greeting'
  /** Answer to a question of the plan. */
  | 'slot'
  /** Reply to an invitation to ask questions. */
  | 'open'
  /** The reason for a refusal or an objection. */
  | 'objection'
  /** Reply to the offer that a person calls back about something. */
  | 'follow_up'
  /** A time for the next call. */
  | 'time'
  /** Reply to "Is there anything else?" before the goodbye. */
  | 'last'
  /** None: the agent has ended the call. */
  | 'nothing';

/** An answer of the recipient to a question of the plan. A later one to the same question replaces it. */
export type CapturedAnswer = {
  readonly question: AgentQuestion;
  readonly spoken: string;
  readonly value: string | null;
};

export type AgentReply = {
  readonly text: string;
  readonly expects: Expectation;
  /** The question of the plan that the reply asks. */
  readonly asked?: AgentQuestion | null;
  /** The passages that the reply cites. */
  readonly passages: readonly Passage[];
  readonly hasSearchedKnowledge: boolean;
  /** Whether the documents do not answer the recipient's question. */
  readonly hasNoAnswer: boolean;
  readonly hasCallEnded: boolean;
  /** The answers in the turn to which this is the reply. */
  readonly answers?: readonly CapturedAnswer[];
  /** Null until the call is over. */
  readonly disposition: string | null;
  /** Present if the agent uses a language model. */
  readonly modelTurn?: ModelTurn;
};

/** What both agreed on. */
export type CallFacts = {
  /** The result of a call that was decided at once. */
  final: keyof typeof dispositions | null;
  hasEnded: boolean;
  hasStatedPurpose: boolean;
  hasDeclined: boolean;
  isCanceled: boolean;
  /** The recipient wants to think about it. */
  isUndecided: boolean;
  /** The recipient wants to talk to a person. */
  hasRequestedPerson: boolean;
  /** A person will contact the recipient about a question, a complaint or a wish. */
  isFollowUpRequested: boolean;
  /** The agent calls again. */
  isCallbackPromised: boolean;
  answerCount: number;
};

/** Changes with every turn. */
export type DialogueState = {
  readonly plan: CallPlan;
  readonly facts: CallFacts;
  /** The day and the time that the objective names. */
  readonly appointment: SpokenTime | null;
  /** The days on which the objective lets the recipient agree; null if it names none. */
  readonly offered: OfferedDays | null;
  expects: Expectation;
  slot: Slot | null;
  recipientTurnCount: number;
  /** Turns from which the agent learned nothing. */
  idleTurnCount: number;
  refusalCount: number;
  complaintCount: number;
  lastAgentText: string;
  /** The day that the agent has just refused, to which "the day after" refers. */
  refusedDate: string | null;
  /** Whether the agent's last turn answers a question. */
  hasJustAnswered: boolean;
  lastRecipientText: string;
  /** The last answer to a question with choices. */
  lastChoice: string;
};

export function createDialogueState({
  plan,
  greeting,
  appointment,
  offered,
}: Pick<DialogueState, 'plan' | 'appointment' | 'offered'> & { readonly greeting: string }): DialogueState {
  return {
    plan,
    appointment,
    offered,
    facts: {
      final: null,
      hasEnded: false,
      hasStatedPurpose: false,
      hasDeclined: false,
      isCanceled: false,
      isUndecided: false,
      hasRequestedPerson: false,
      isFollowUpRequested: false,
      isCallbackPromised: false,
      answerCount: 0,
    },
    expects: 'greeting',
    slot: null,
    recipientTurnCount: 0,
    idleTurnCount: 0,
    refusalCount: 0,
    complaintCount: 0,
    lastAgentText: greeting,
    refusedDate: null,
    hasJustAnswered: false,
    lastRecipientText: '',
    lastChoice: '',
  };
}
