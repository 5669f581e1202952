// Public: other features may import this file.
import type { AgentDefinition, AgentQuestion } from '../../../../shared/agents/agent-definition.ts';
import type { CallMetadata } from '../../../../shared/calls/call-metadata.ts';
import type { TurnSpeech } from '../../../../shared/calls/turn-speech.ts';
import type { ModelTurn } from '../../../../shared/calls/model-turn.ts';
import type { TurnLatency } from '../../../../shared/calls/turn-latency.ts';
import type { Speaker } from '../../../../shared/calls/calls.ts';
import type { Passage } from '../../../../shared/knowledge/knowledge.ts';
import type { Persona } from '../../../../shared/agents/personas.ts';
import type { SimulationSpeed } from '../../../../shared/calls/simulated-calls.ts';
import type { FinishedRecording } from '../speech/recorder.ts';

export type CallJob = {
  readonly callId: string;
  readonly orgId: string;
  readonly organizationName: string;
  /** What the agent says. A live call keeps the definition with which it started. */
  readonly definition: AgentDefinition;
  readonly metadata: CallMetadata;
  readonly persona: Persona | null;
  readonly speed: SimulationSpeed;
  /** The path for the recording. */
  readonly recordingPath: string;
};

export type CallTurn = {
  readonly speaker: Speaker;
  readonly text: string;
  /** From the start of the recording. */
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** The sources of an answer. */
  readonly passages: readonly Passage[];
  /** True if the documents do not answer the question in the turn before. */
  readonly hasNoAnswer?: boolean;
  /** Present if the agent uses a language model. */
  readonly modelTurn?: ModelTurn | undefined;
  /** How long the recipient waited. Not known for the first turn of an agent, which is prepared. */
  readonly latency?: TurnLatency | undefined;
  /** Present if a speech server spoke the turn, or heard it. */
  readonly speech?: TurnSpeech | undefined;
};

/** What the agent says in a turn that is not complete. */
export type AgentSpeech = {
  /** The position that the turn will have. */
  readonly position: number;
  /** The number of the sentence in the turn, from 0. */
  readonly sentence: number;
  /** What the agent has said up to now. */
  readonly text: string;
};

/** An answer of the recipient to a question of the agent. */
export type CallAnswer = {
  /** What the recipient said. */
  readonly spoken: string;
  /**
   * The answer in the form of the question's type; null if it could not be read: `yes` or `no`, one of the choices, a date such as
   * 2026-11-28, a time such as 14:30, a number such as 1250.5, an email address, or the text.
   */
  readonly value: string | null;
  /** The position of the turn with the answer, as `addTurn` returned it; null if it is not in one turn. */
  readonly turn: number | null;
};

/** Receives the progress of a call, in this order. Each function returns when its report is stored. */
export type CallProgress = {
  readonly reportRinging: () => void;
  readonly reportAnswered: () => void;
  /**
   * Returns the position of the turn in the call. `questionDocumentId` is the document from which a question of the
   * recipient was generated.
   */
  readonly addTurn: (turn: CallTurn, questionDocumentId?: string | null) => number;
  /** A sentence of the agent in a practice call can be heard, before the turn is complete. */
  readonly reportSpeech: (speech: AgentSpeech) => void;
  /** Keeps only what was heard of the last turn, because the recipient interrupted it; null if nothing was heard. */
  readonly cutTurn: (position: number, heard: { readonly text: string; readonly endSeconds: number } | null) => void;
  /** Stores an answer of the recipient. It replaces an earlier answer to the same question. */
  readonly captureAnswer: (question: AgentQuestion, answer: CallAnswer) => void;
};

export type CallOutcome =
  | {
      readonly status: 'completed';
      readonly disposition: string;
      /** From the moment the recipient answers to the end of the call. */
      readonly talkSeconds: number;
      readonly recording: FinishedRecording;
    }
  | { readonly status: 'no_answer' | 'busy'; readonly reason: string };

/** Runs the simulated and practice calls of this computer. Calls of a linked workspace use none: the outbox sends them to the remote. */
export type CallTransport = {
  /** Runs one call to its end. If the signal is aborted, rejects with its reason and leaves no file. */
  readonly run: (call: CallJob, progress: CallProgress, signal: AbortSignal) => Promise<CallOutcome>;
};
