import { createRandom } from '../../platform/seeded-random.ts';

/** The voices that can be spoken, by the names of the synthesizer. */
export const voices = ['slt', 'rms', 'awb', 'kal16'] as const;

export type Voice = (typeof voices)[number];

/** The agent's own voice, where it is one of them, and another one for the recipient. */

export function pickVoices(callId: string, agentVoice: string): { readonly agent: Voice; readonly user: Voice } {
  const random = createRandom(callId).split('voices');
  const agent = voices.find((voice) => voice === agentVoice) ?? 'slt';
  return { agent, user: random.pick(voices.filter((voice) => voice !== agent)) };
}
