/** Pseudorandom numbers, which are the same for the same seed on every machine. */
export type Random = {
  /** Returns a number from 0, inclusive, to 1, exclusive. */
  next(): number;
  chance(probability: number): boolean;
  between(min: number, max: number): number;
  /** Returns one item of a list. Throws if the list is empty. */
  pick<Item>(list: readonly Item[]): Item;
  shuffle<Item>(list: readonly Item[]): readonly Item[];
  /** Returns a function that picks a random item of a list. No item repeats until all have been picked. */
  createPicker<Item>(list: readonly Item[]): () => Item;
  /** Returns an independent generator: its use does not change the numbers of this one. */
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
    if (picked === undefined) throw new Error('The list to pick from is empty.');
    return picked;
  };
  return {
    next,
    chance: (probability) => next() < probability,
    between: (min, max) => min + next() * (max - min),
    pick,
    shuffle,
    createPicker: (list) => {
      let left: readonly (typeof list)[number][] = [];
      return () => {
        if (left.length === 0) left = shuffle(list);
        const [picked, ...rest] = left;
        if (picked === undefined) throw new Error('The list to pick from is empty.');
        left = rest;
        return picked;
      };
    },
    split: (name) => createRandom(`${seed}\u0000${name}`),
  };
}

/** Hashes a text to four 32-bit words: FNV-1a with four different offset bases. */
function hashSeed(seed: string): [number, number, number, number] {
  const hash = (basis: number): number => {
    let word = basis;
    for (let at = 0; at < seed.length; at += 1) word = Math.imul(word ^ seed.charCodeAt(at), 0x01000193);
    return word >>> 0;
  };
  return [hash(0x811c9dc5), hash(0x9e3779b9), hash(0x85ebca6b), hash(0xc2b2ae35)];
}

/** Returns the sfc32 generator of Chris Doty-Humphrey's PractRand suite. */
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
