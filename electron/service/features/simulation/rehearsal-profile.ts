import { voices, type Voice } from '../../../../shared/voices.ts';
import type { CallJob } from '../calls/call-transport.ts';
import type { AgentProfile } from './dialogue/agent-mind.ts';

export function toAgentProfile({ agent, organizationName }: CallJob): AgentProfile {
  const { name, objective, audience, greeting } = agent;
  return { name, objective, audience, greeting, organizationName };
}

/** The agent's voice, or the first one where it is of another Switchboard. */
export function getAgentVoice({ agent }: CallJob): Voice {
  return voices.find((voice) => voice === agent.voice) ?? voices[0];
}
