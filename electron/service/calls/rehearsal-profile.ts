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

/** The same number for the same call: the first 32 bits of FNV-1a over its id. */
export function seedOf({ callId }: CallToCarry): number {
  let hash = 0x811c9dc5;
  for (const character of callId) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}
