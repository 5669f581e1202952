import type { LeadingSignal } from './fuse-scores.ts';

/**
 * The encoder has learned English, and of other scripts little more than single characters: words must lead where most
 * letters are not Latin. In other languages of Latin script its vectors still carry names and loan words.
 */
export function chooseLeadingSignal(query: string): LeadingSignal {
  const letters = query.match(/\p{L}/gu)?.length ?? 0;
  const latinLetters = query.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return latinLetters * 2 < letters ? 'lexical' : 'dense';
}
