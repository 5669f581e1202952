// Public: other features may import this file.
import type { AgentDefinition } from '../../../../shared/agents/agent-definition.ts';
import type { CallMetadata } from '../../../../shared/calls/call-metadata.ts';
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
  /** True if the documents do not answer the question in the turn before. Never set in a practice call. */
  readonly hasNoAnswer?: boolean;
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
