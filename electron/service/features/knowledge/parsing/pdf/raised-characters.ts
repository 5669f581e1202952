import type { Glyph } from './page-content.ts';

/** The outline of a character as pdf.js compiles it: commands with their numbers, in ems from the start of the baseline. */
export type Outline = ArrayLike<number>;

/** How far the ends of a character are above the baseline, in ems. */
export type Heights = { readonly bottom: number; readonly top: number };

/** The commands in the outlines of pdf.js, with the numbers that follow them. */
const operandCounts = [2, 2, 6, 4, 0] as const;
/** Characters that fonts also have as smaller ones above the baseline, for scripts and fractions. */
const raisableCharacter = /^[\dA-Za-z()]$/;
/** Signs that are above the baseline anyway. */
const raisableSign = /^[+=\u2212-]$/;
const minBottomEms = 0.15;
const minSignBottomEms = 0.38;
/** A character that is as high as others is not smaller: the outlines of the font begin above the baseline. */
const maxHeightEms = 0.56;
/** Where the text of a script is, and how large, relative to the characters beside it. */
const raisedEms = 0.33;
const raisedSize = 0.6;

/** Whether a character is small and above the baseline in its font, although the PDF draws it like the text beside it. */
export function isRaised(text: string, getHeights: () => Heights | null): boolean {
  const isSign = raisableSign.test(text);
  if (!isSign && !raisableCharacter.test(text)) return false;
  const heights = getHeights();
  const minBottom = isSign ? minSignBottomEms : minBottomEms;
  return heights !== null && heights.bottom > minBottom && heights.top - heights.bottom < maxHeightEms;
}

export function measureOutline(outline: Outline): Heights {
  let [bottom, top] = [Infinity, -Infinity];
  for (let index = 0; index < outline.length;) {
    const count = operandCounts[outline[index] ?? 4] ?? 0;
    for (let at = index + 2; at <= index + count; at += 2) {
      const y = outline[at] ?? 0;
      bottom = Math.min(bottom, y);
      top = Math.max(top, y);
    }
    index += count + 1;
  }
  return { bottom, top };
}

/** Places characters whose outlines are raised where a PDF draws a smaller text above the baseline. */
export class CharacterRaiser {
  #style: Glyph['style'] | null = null;
  #raisedStyle: Glyph['style'] | null = null;

  raise<Placed extends Pick<Glyph, 'x' | 'y' | 'style'>>(placed: Placed): Placed {
    const { style } = placed;
    // All characters of a text operation share a style.
    if (this.#style !== style || !this.#raisedStyle) this.#raisedStyle = { ...style, size: style.size * raisedSize };
    this.#style = style;
    const radians = (style.angle * Math.PI) / 180;
    const up = style.size * raisedEms;
    const [x, y] = [placed.x - Math.sin(radians) * up, placed.y + Math.cos(radians) * up];
    return { ...placed, x, y, style: this.#raisedStyle };
  }
}
