import { readGlyphName } from './glyph-names.ts';
import { isRaised, measureOutline, type Heights, type Outline } from './raised-characters.ts';
import { findSymbolCodes, readPrivateCharacter } from './symbol-fonts.ts';

/** A character of a text operation of pdf.js. */
export type PdfjsGlyph = {
  readonly originalCharCode: number;
  /** The character by which the outline is found. */
  readonly fontChar: string;
  readonly unicode: string;
  readonly width: number;
  /** Advance and origin in vertical writing, in thousandths. */
  readonly vmetric?: readonly [advance: number, x: number, y: number] | null;
  readonly isSpace: boolean;
  /** The drawing of a character of a Type 3 font. */
  readonly operatorListId?: string | null;
};

/** A font of pdf.js, as its worker describes it. */
export type PdfjsFont = {
  readonly name?: string;
  readonly bold?: boolean;
  readonly black?: boolean;
  readonly vertical?: boolean;
  readonly composite?: boolean;
  readonly isType3Font?: boolean;
  readonly fontMatrix?: readonly number[] | null;
  readonly bbox?: readonly number[] | null;
  readonly widths?: Readonly<Record<string, number>>;
  /** The names of characters by their codes. */
  readonly differences?: ReadonlyMap<number, string>;
  /** The drawings of a Type 3 font. The first operation of most of them tells the width and the bounds. */
  readonly charProcOperatorList?: ReadonlyMap<string, { readonly argsArray: readonly (readonly unknown[] | null)[] }>;
};

/** What the reader knows of a font. */
export type PageFont = {
  readonly id: string;
  readonly isBold: boolean;
  readonly isVertical: boolean;
  /** Whether codes can be the numbers of outlines, because the names of the characters mean nothing. */
  readonly isNumbered: boolean;
  /** Whether its characters are drawings (Type 3), such as the bitmaps of TeX. */
  readonly isDrawn: boolean;
  /** Whether all characters so far had the numbers of their codes, as without a Unicode map. */
  readonly hasOwnCodes: () => boolean;
  /** Size of a unit of character widths. */
  readonly widthScale: number;
  /** Height of the font relative to its size. */
  readonly heightScale: number;
  /** Returns the text of a character. White space is a space, and a character without a meaning is null. */
  readonly decode: (glyph: PdfjsGlyph) => string | null;
  /** Whether a character that was decoded is a smaller one above the baseline. */
  readonly isRaised: (glyph: PdfjsGlyph) => boolean;
};

/** Ligatures and other shapes of letters, which Unicode replaces by the letters (NFKC). */
const shapes = /[\u2126\u2f00-\u2fdf\ufb00-\ufdff\ufe10-\ufe19\ufe30-\ufe4f\ufe70-\ufefc]/;
/** White space, without the control codes that fonts of TeX have for ligatures. */
const space = /^[\t\p{Zs}\u2028\u2029]$/u;
// oxlint-disable-next-line no-control-regex
const control = /^[\u0001-\u0008\u000a-\u001f]$/;
/** What damaged Unicode maps have. */
const noCharacter = /[\ufffd-\uffff]/;
const privateUse = /^[\ue000-\uf8ff]$/;
/** A ligature whose letters have their bytes in the wrong order, as some versions of Ghostscript write them. */
const swappedLetters = /^[\u6600\u6900\u6a00\u6c00\u7400]{2,3}$/;

/** The characters that are drawn for fractions, by their digits, as some programs describe them. A number can be before one. */
const fractions: ReadonlyMap<string, string> = new Map(
  Array.from('¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞', (character) => [character.normalize('NFKC'), character]),
);

export function createPageFont(
  id: string,
  font: PdfjsFont,
  getOutline: (fontChar: string) => Outline | null,
): PageFont {
  const symbolCodes = findSymbolCodes(font.name ?? '');
  const [widthScale = 0.001, , , heightScale = 0.001] = font.fontMatrix ?? [];
  const [, bottom = 0, , top = 0] = font.bbox ?? [];
  const drawnHeight = getType3Height(font, top - bottom);
  const texts = new Map<number, string | null>();
  const getHeights = (glyph: PdfjsGlyph): Heights | null => {
    if (font.isType3Font) return getDrawnHeights(font, glyph, Math.sign(heightScale) / drawnHeight);
    const outline = getOutline(glyph.fontChar);
    return outline && measureOutline(outline);
  };
  const raisedCodes = new Set<number>();
  let hasOwnCodes = true;
  return {
    id,
    isBold: font.bold === true || font.black === true || /bold|black|heavy/i.test(font.name ?? ''),
    isVertical: font.vertical === true,
    isNumbered: font.composite === true || font.isType3Font === true,
    isDrawn: font.isType3Font === true,
    hasOwnCodes: () => hasOwnCodes,
    widthScale: widthScale || 0.001,
    heightScale: font.isType3Font ? Math.abs(heightScale) * drawnHeight : 1,
    decode: (glyph) => {
      const known = texts.get(glyph.originalCharCode);
      if (known !== undefined) return known;
      const isOwnCode = glyph.unicode === String.fromCodePoint(glyph.originalCharCode);
      const isUnknownText = isOwnCode || noCharacter.test(glyph.unicode);
      const name = isUnknownText ? font.differences?.get(glyph.originalCharCode) : undefined;
      const named = name === undefined ? null : readGlyphName(name);
      // pdf.js returns the code if the Unicode map of the font lacks it.
      const isUnmapped = isOwnCode && !hasOwnCodes && font.composite === true && control.test(glyph.unicode);
      const isUnknown = isUnmapped && hasShape(getHeights(glyph));
      const text = isUnknown ? null : decodeGlyph(named === null ? glyph : { ...glyph, unicode: named }, symbolCodes);
      texts.set(glyph.originalCharCode, text);
      if (text !== null && !font.vertical && isRaised(text, () => getHeights(glyph)))
        raisedCodes.add(glyph.originalCharCode);
      hasOwnCodes &&= isOwnCode && named === null;
      return text;
    },
    isRaised: ({ originalCharCode }) => raisedCodes.has(originalCharCode),
  };
}

function hasShape(heights: Heights | null): boolean {
  return heights !== null && heights.top > heights.bottom;
}

/** Returns the height of a font of drawings (Type 3), which can have any unit. Its box can be empty. */
function getType3Height({ widths = {} }: PdfjsFont, boxHeight: number): number {
  const widest = Object.values(widths).reduce((largest, width) => Math.max(largest, width), 0);
  return Math.max(boxHeight * 0.8, widest) || 1000;
}

/** Returns the bounds of a drawing, with the scale from its units to ems. */
function getDrawnHeights(
  { charProcOperatorList }: PdfjsFont,
  { operatorListId }: PdfjsGlyph,
  scale: number,
): Heights | null {
  const bounds = charProcOperatorList?.get(operatorListId ?? '')?.argsArray[0] ?? [];
  const [y0, y1] = [Number(bounds[3]) * scale, Number(bounds[5]) * scale];
  return Number.isFinite(y0 + y1) ? { bottom: Math.min(y0, y1), top: Math.max(y0, y1) } : null;
}

function decodeGlyph(
  { unicode, originalCharCode }: PdfjsGlyph,
  symbolCodes: ReadonlyMap<number, string> | null,
): string | null {
  if (space.test(unicode)) return ' ';
  if (noCharacter.test(unicode)) return '\ufffd';
  // The box of a character that the font does not have.
  if (unicode === '\0') return null;
  if (swappedLetters.test(unicode))
    return unicode.replace(/./gsu, (letter) => String.fromCharCode(letter.charCodeAt(0) >> 8));
  if (privateUse.test(unicode)) return readPrivateCharacter(unicode.charCodeAt(0), symbolCodes);
  if (symbolCodes && unicode === String.fromCharCode(originalCharCode)) {
    return symbolCodes.get(originalCharCode) ?? unicode;
  }
  // The slash of a fraction.
  if (unicode === '\u2044') return '/';
  const fraction = unicode.length > 2 ? fractions.get(unicode.replace('/', '\u2044')) : undefined;
  if (fraction !== undefined) return fraction;
  return shapes.test(unicode) ? unicode.normalize('NFKC') : unicode;
}
