import type { Persona } from '../../../../../shared/personas.ts';
import type { Random } from '../../../platform/seeded-random.ts';

/** Of a hundred calls, as many as are worth listening to: most are answered. */
const personaWeights: Readonly<Record<Persona, number>> = {
  interested: 44,
  sceptical: 22,
  busy: 13,
  voicemail: 9,
  wrong_person: 5,
  no_answer: 7,
};

export function pickPersona(random: Random): Persona {
  const entries = Object.entries(personaWeights) as (readonly [Persona, number])[]; // a record has no other keys
  let left = random.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [persona, weight] of entries) {
    left -= weight;
    if (left < 0) return persona;
  }
  return 'interested';
}
