import type { Random } from '../../platform/seeded-random.ts';

/** One of a pool, by the pool's name; none is repeated before all of its pool were said. */
export type PhrasePicker = (name: string, pool: readonly string[]) => string;

export function createPhrasePicker(random: Random): PhrasePicker {
  const decks = new Map<string, () => string>();
  return (name, pool) => {
    const deck = decks.get(name) ?? random.split(name).deck(pool);
    decks.set(name, deck);
    return deck();
  };
}
