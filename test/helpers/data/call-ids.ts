import { pickPersona } from '../../../electron/service/features/simulation/recipient/simulated-recipient.ts';
import { pickVoices } from '../../../electron/service/features/simulation/simulated-transport.ts';
import { createRandom } from '../../../electron/service/platform/seeded-random.ts';
import type { Persona } from '../../../shared/agents/personas.ts';
import { voices } from '../../../shared/agents/voices.ts';
import { fastestVoice } from '../service/start-call-service.ts';

const slowVoices = voices.filter((voice) => voice !== fastestVoice);

let lastNumber = 0;

/**
 * Returns a new id of a call whose recipient is this persona if the request names none, and has the fastest voice unless the
 * agent has it. Speech takes most of the time of a call: `wrong_person` says little, and `no_answer` nothing.
 */
export function createCallId(persona: Persona): string {
  for (;;) {
    const id = `call_${(++lastNumber).toString(16).padStart(24, '0')}`;
    if (pickPersona(createRandom(id).split('persona')) !== persona) continue;
    if (slowVoices.every((voice) => pickVoices(id, voice).user === fastestVoice)) return id;
  }
}
