import type { ModelTurn } from '../../../../shared/calls/model-turn.ts';
import type { AgentReply } from './dialogue/dialogue-state.ts';

/** Learns what an engine does before its reply is complete. */
export type TurnListener = {
  /** A sentence is complete, and can be spoken while the engine composes the next one. The reply begins with these sentences. */
  readonly onSentence: (sentence: string) => void;
  /** A language model began to answer, so many milliseconds after the request. */
  readonly onFirstToken: (afterMs: number) => void;
  /** Aborted if the recipient interrupts the agent. The reply is then what the agent has said. */
  readonly signal?: AbortSignal | undefined;
};

/** Decides what the agent of one call says: by rules, or with a language model. */
export type ConversationEngine = {
  greet(): AgentReply;
  /** Returns the reply to a turn of the recipient. */
  respond(text: string, listener?: TurnListener): Promise<AgentReply>;
  /** The recipient interrupted the last reply, and heard only this of it. */
  noteHeard?(text: string): void;
  /** Returns the message to leave after a voicemail greeting. */
  leaveMessage(): AgentReply;
  /** Returns the disposition of a call that ends now, even if the recipient hangs up. */
  getDisposition(): string;
};

export type RecipientReply = {
  readonly text: string;
  /** The document from which the recipient's question was generated. */
  readonly questionDocumentId: string | null;
  /** True if the recipient hangs up after these words. */
  readonly hangsUp?: boolean;
  /** Present if a language model plays the recipient. */
  readonly modelTurn?: ModelTurn;
};

/** Decides what the recipient of one simulated call says: by rules, or with a language model. */
export type RecipientEngine = {
  answerPhone(): string;
  getVoicemailGreeting(): string;
  /** Returns the reply to the agent. */
  respond(reply: AgentReply): RecipientReply | Promise<RecipientReply>;
  sayGoodbye(): string;
};
