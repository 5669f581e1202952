import type { Glyph } from './page-content.ts';

type Place = Pick<Glyph, 'x' | 'y' | 'width' | 'style'>;

const maxGapEms = 0.12;

/** Counts characters of fonts that do not say what they mean. Those beside a letter are a part of a word, such as a ligature. */
export class UnreadableCharacters {
  #count = 0;
  #countInWords = 0;
  #last: Place | null = null;
  #isLastLetter = false;

  get count(): number {
    return this.#count;
  }

  get countInWords(): number {
    return this.#countInWords;
  }

  /** Notes a character that can be read. */
  pass(place: Place, text: string): void {
    const isLetter = /^\p{L}/u.test(text);
    if (isLetter && !this.#isLastLetter && this.#isBesideLast(place)) this.#countInWords += 1;
    this.#last = isLetter ? place : null;
    this.#isLastLetter = isLetter;
  }

  add(place: Place): void {
    this.#count += 1;
    if (this.#isLastLetter && this.#isBesideLast(place)) {
      this.#countInWords += 1;
      this.#last = null;
    } else this.#last = place;
    this.#isLastLetter = false;
  }

  #isBesideLast({ x, y, style }: Place): boolean {
    const last = this.#last;
    if (!last) return false;
    const max = style.size * maxGapEms;
    return Math.abs(last.y - y) < max && Math.abs(x - last.x - last.width) < max;
  }
}
