import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** The hashes that a sketch keeps. With 256, the standard error of a similarity of 0.6 is 0.03. */
const size = 256;

/** Consecutive words that are compared as one. */
const wordsPerShingle = 3;

/** A text with fewer different shingles has too little to compare. */
const minShingles = 20;

/** Only the beginning of a longer text is compared: about 400 pages. */
const maxCharacters = 1_000_000;

/** Small, so that a step blocks the main thread for only a few milliseconds. */
const charactersPerStep = 50_000;

/**
 * Words, numbers, and the letters of scripts without spaces. A number is one word whatever its value is, so that a price list with other
 * prices is nearly the same text.
 */
const wordPattern =
  /\p{N}+(?:[.,:]\p{N}+)*|[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]|[\p{L}\p{M}]+/gu;

const numberHash = 1;

/**
 * The sketch of a text: the smallest hashes of its shingles, sorted, from which the similarity to another text is estimated (bottom-k
 * sketch, Cohen and Kaplan, 2007).
 */
export type TextSketch = Uint32Array;

/** Collects the sketch of a text, part by part. */
export class TextSketcher {
  #hashes: number[] = [];
  #limit = 2 ** 32;
  #characters = 0;
  #previous: number[] = [];

  async add(text: string): Promise<void> {
    for (let start = 0; start < text.length && !this.isFull; start += charactersPerStep) {
      const step = text.slice(start, start + charactersPerStep);
      this.#characters += step.length;
      for (const [word] of step.normalize('NFKC').toLowerCase().matchAll(wordPattern)) this.#addWord(hashWord(word));
      if (step.length === charactersPerStep) await yieldToEventLoop();
    }
  }

  /** Whether more text has no effect. */
  get isFull(): boolean {
    return this.#characters >= maxCharacters;
  }

  /** Returns the sketch of what was added. It is empty if that is too short to be compared. */
  finish(): TextSketch {
    this.#shrink();
    return Uint32Array.from(this.#hashes.length < minShingles ? [] : this.#hashes);
  }

  #addWord(word: number): void {
    this.#previous.push(word);
    if (this.#previous.length < wordsPerShingle) return;
    const hash = this.#previous.reduce((sum, one) => mix(Math.imul(sum, 31) + one), 0) >>> 0;
    this.#previous.shift();
    if (hash >= this.#limit) return;
    this.#hashes.push(hash);
    if (this.#hashes.length >= 4 * size) this.#shrink();
  }

  /** Keeps the smallest hashes, each once. */
  #shrink(): void {
    this.#hashes = [...new Set(this.#hashes)].toSorted((a, b) => a - b).slice(0, size);
    if (this.#hashes.length === size) this.#limit = this.#hashes[size - 1] ?? this.#limit;
  }
}

/** FNV-1a of the UTF-16 code units. */
function hashWord(word: string): number {
  if (/^\p{N}/u.test(word)) return numberHash;
  let hash = 0x811c9dc5;
  for (let index = 0; index < word.length; index++) hash = Math.imul(hash ^ word.charCodeAt(index), 0x01000193);
  return hash;
}

/** Spreads the bits of a number evenly (the end of MurmurHash3). */
function mix(value: number): number {
  let hash = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/** Estimates the share of shingles that two texts have in common, from 0 to 1. */
export function compareSketches(a: TextSketch, b: TextSketch): number {
  let [i, j, both, counted] = [0, 0, 0, 0];
  for (; counted < size && i < a.length && j < b.length; counted++) {
    const [first = 0, second = 0] = [a[i], b[j]];
    if (first === second) both += 1;
    if (first <= second) i += 1;
    if (second <= first) j += 1;
  }
  const rest = Math.max(a.length - i, b.length - j, 0); // what only the longer one has, unless enough were counted
  return both / Math.max(1, Math.min(size, counted + rest));
}
