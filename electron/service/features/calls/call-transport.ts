import type { CallMetadata } from '../../../../shared/call-metadata.ts';
import type { Speaker } from '../../../../shared/calls.ts';
import type { Passage } from '../../../../shared/knowledge.ts';
import type { Persona } from '../../../../shared/personas.ts';
import type { SimulationSpeed } from '../../../../shared/simulated-calls.ts';
import type { AgentRow } from '../agents/agent-queries.ts';
import type { NewRecording } from '../recordings/recording-queries.ts';

export type CallJob = {
  readonly callId: string;
  readonly orgId: string;
  readonly organizationName: string;
  readonly agent: AgentRow;
  readonly metadata: CallMetadata;
  readonly persona: Persona | null;
  readonly speed: SimulationSpeed;
  /** Where the recording is written to. */
  readonly recordingPath: string;
};

export type CallTurn = {
  readonly speaker: Speaker;
  readonly text: string;
  /** In the recording. */
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** What it was answered from. */
  readonly passages: readonly Passage[];
};

/** What a transport tells as it happens, in this order; each is stored before it returns. */
export type CallProgress = {
  readonly reportRinging: () => void;
  readonly reportAnswered: () => void;
  /** Gives the turn's position in the call. `askedFrom` is the document that a question was made of. */
  readonly addTurn: (turn: CallTurn, askedFrom?: string | null) => number;
};

export type CallOutcome =
  | {
      readonly status: 'completed';
      readonly disposition: string;
      /** Of the talk, from the answer on. */
      readonly talkSeconds: number;
      readonly recording: NewRecording;
    }
  | { readonly status: 'no_answer' | 'busy'; readonly reason: string };

/** A way in which calls are carried. The local rehearsals are the only ones here: nothing dials. */
export type CallTransport = {
  /** Carries one call to its end; rejects with the signal's reason once it is aborted, leaving no file behind. */
  readonly run: (call: CallJob, steps: CallProgress, signal: AbortSignal) => Promise<CallOutcome>;
};
