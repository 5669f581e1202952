import type { CallMetadata } from '../../../../../shared/call-metadata.ts';
import type { Passage } from '../../../../../shared/knowledge.ts';
import type { SimulationKnowledge } from '../simulation-knowledge.ts';
import { createDialogue } from './dialogue-agent.ts';

export type AgentProfile = {
  readonly name: string;
  readonly objective: string;
  readonly audience: string;
  readonly greeting: string;
  readonly organizationName: string;
};

export type AgentReply = {
  readonly text: string;
  /** What the reply was taken from. */
  readonly passages: readonly Passage[];
  readonly hasCallEnded: boolean;
  /** Null until the call is over. */
  readonly disposition: string | null;
};

export type DialogueAgent = {
  greet(): AgentReply;
  /** What the agent says to what the recipient said. */
  respond(text: string): Promise<AgentReply>;
  /** For a mailbox, after its beep. */
  leaveMessage(): AgentReply;
};

export type DialogueOptions = {
  readonly profile: AgentProfile;
  readonly metadata: CallMetadata;
  /** The same seed and the same turns make the same replies. */
  readonly seed: string;
  readonly knowledge: SimulationKnowledge;
};

/** The agent's side of one rehearsed call. */
export function createDialogueAgent(parts: DialogueOptions): DialogueAgent {
  const talk = createDialogue(parts);
  return { greet: talk.greet, respond: talk.respond, leaveMessage: talk.leaveMessage };
}
