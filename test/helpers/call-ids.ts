import { pickPersona } from '../../electron/service/features/simulation/recipient/simulated-recipient.ts';
import { createRandom } from '../../electron/service/platform/seeded-random.ts';
import type { Persona } from '../../shared/personas.ts';

let lastNumber = 0;

/**
 * Returns a new id of a call whose recipient is this persona if the request names none. Speech takes most of the time of a call:
 * `wrong_person` says little, and `no_answer` nothing.
 */
export function createCallId(persona: Persona): string {
  for (;;) {
    const id = `call_${(++lastNumber).toString(16).padStart(24, '0')}`;
    if (pickPersona(createRandom(id).split('persona')) === persona) return id;
  }
}
