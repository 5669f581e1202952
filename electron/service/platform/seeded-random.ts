/** Numbers that look like chance and are the same for the same seed, on every machine. */
export type Random = {
  /** From 0 up to and without 1. */
  next(): number;
  chance(probability: number): boolean;
  between(least: number, most: number): number;
  /** One of a list that is not empty. */
  pick<Item>(list: readonly Item[]): Item;
  shuffle<Item>(list: readonly Item[]): readonly Item[];
  /** Draws from a list without repeating itself until all has been drawn. */
  deck<Item>(list: readonly Item[]): () => Item;
  /** A generator of its own: what it draws shifts nothing here. */
  split(name: string): Random;
};

export function createRandom(seed: string): Random {
  const next = sfc32(...hashSeed(seed));
  const shuffle = <Item>(list: readonly Item[]): readonly Item[] =>
    list
      .map((item) => ({ item, order: next() }))
      .toSorted((a, b) => a.order - b.order)
      .map(({ item }) => item);
  const pick = <Item>(list: readonly Item[]): Item => {
    const picked = list[Math.floor(next() * list.length)];
    if (picked === undefined) throw new Error('Nothing to pick from.');
    return picked;
  };
  return {
    next,
    chance: (probability) => next() < probability,
    between: (least, most) => least + next() * (most - least),
    pick,
    shuffle,
    deck: (list) => {
      let left: readonly (typeof list)[number][] = [];
      return () => {
        if (left.length === 0) left = shuffle(list);
        const [drawn, ...rest] = left;
        if (drawn === undefined) throw new Error('Nothing to draw from.');
        left = rest;
        return drawn;
      };
    },
    split: (name) => createRandom(`${seed}\u0000${name}`),
  };
}

/** Four words of 32 bits out of a text: FNV-1a from four different beginnings. */
function hashSeed(seed: string): [number, number, number, number] {
  const hash = (basis: number): number => {
    let word = basis;
    for (let at = 0; at < seed.length; at += 1) word = Math.imul(word ^ seed.charCodeAt(at), 0x01000193);
    return word >>> 0;
  };
  return [hash(0x811c9dc5), hash(0x9e3779b9), hash(0x85ebca6b), hash(0xc2b2ae35)];
}

/** Chris Doty-Humphrey's small fast counting generator, of the PractRand suite. */
function sfc32(first: number, second: number, third: number, fourth: number): () => number {
  let [a, b, c, counter] = [first | 0, second | 0, third | 0, fourth | 1];
  const step = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  for (let round = 0; round < 15; round += 1) step();
  return () => step() / 4_294_967_296;
}
