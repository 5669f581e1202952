import { voices, type Voice } from '../../../shared/voices.ts';
import type { CallToCarry } from './call-transport.ts';
import type { AgentProfile } from './rehearsal/agent-mind.ts';

export function profileOf({ agent, organizationName }: CallToCarry): AgentProfile {
  const { name, objective, audience, greeting } = agent;
  return { name, objective, audience, greeting, organizationName };
}

/** The agent's voice, or the first one where it is of another Switchboard. */
export function voiceOf({ agent }: CallToCarry): Voice {
  return voices.find((voice) => voice === agent.voice) ?? voices[0];
}
