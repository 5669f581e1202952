import type { CallMetadata } from '../../../../shared/call-metadata.ts';
import type { Passage } from '../../../../shared/knowledge.ts';
import type { RehearsalKnowledge } from './knowledge-port.ts';
import { createTalk } from './talk.ts';

export type AgentProfile = {
  readonly name: string;
  readonly objective: string;
  readonly audience: string;
  readonly greeting: string;
  readonly organizationName: string;
};

export type Reply = {
  readonly text: string;
  /** What the reply was taken from. */
  readonly passages: readonly Passage[];
  readonly isOver: boolean;
  /** Null until the call is over. */
  readonly disposition: string | null;
};

export type AgentMind = {
  greet(): Reply;
  /** What the agent says to what the recipient said. */
  hear(text: string): Promise<Reply>;
  /** For a mailbox, after its beep. */
  leaveMessage(): Reply;
};

export type MindParts = {
  readonly profile: AgentProfile;
  readonly metadata: CallMetadata;
  /** The same seed and the same turns make the same replies. */
  readonly seed: string;
  readonly knowledge: RehearsalKnowledge;
};

/** The agent's side of one rehearsed call. */
export function createAgentMind(parts: MindParts): AgentMind {
  const talk = createTalk(parts);
  return { greet: talk.greet, hear: talk.hear, leaveMessage: talk.leaveMessage };
}
