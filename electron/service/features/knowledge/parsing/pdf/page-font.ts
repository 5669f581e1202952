import { findSymbolCodes, readPrivateCharacter } from './symbol-fonts.ts';

/** A character of a text operation of pdf.js. */
export type PdfjsGlyph = {
  readonly originalCharCode: number;
  readonly unicode: string;
  readonly width: number;
  /** Advance and origin in vertical writing, in thousandths. */
  readonly vmetric?: readonly [advance: number, x: number, y: number] | null;
  readonly isSpace: boolean;
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
};

/** What the reader knows of a font. */
export type PageFont = {
  readonly id: string;
  readonly isBold: boolean;
  readonly isVertical: boolean;
  /** Whether each character has its own code, so that letters can have the numbers of their outlines. */
  readonly isComposite: boolean;
  /** Size of a unit of character widths. */
  readonly widthScale: number;
  /** Height of the font relative to its size. */
  readonly heightScale: number;
  /** Returns the text of a character. White space is a space, and a character without a meaning is null. */
  readonly decode: (glyph: PdfjsGlyph) => string | null;
};

/** Ligatures and other shapes of letters, which Unicode replaces by the letters (NFKC). */
const shapes = /[\u2126\u2f00-\u2fdf\ufb00-\ufdff\ufe70-\ufefc]/;
const privateUse = /^[\ue000-\uf8ff]$/;

export function createPageFont(id: string, font: PdfjsFont): PageFont {
  const symbolCodes = findSymbolCodes(font.name ?? '');
  const [widthScale = 0.001, , , heightScale = 0.001] = font.fontMatrix ?? [];
  const [, bottom = 0, , top = 0] = font.bbox ?? [];
  const texts = new Map<number, string | null>();
  return {
    id,
    isBold: font.bold === true || font.black === true || /bold|black|heavy/i.test(font.name ?? ''),
    isVertical: font.vertical === true,
    isComposite: font.composite === true,
    widthScale: widthScale || 0.001,
    // A font of drawings (Type 3) can have any unit.
    heightScale: font.isType3Font && top > bottom ? Math.abs(heightScale) * (top - bottom) * 0.8 : 1,
    decode: (glyph) => {
      const known = texts.get(glyph.originalCharCode);
      if (known !== undefined) return known;
      const text = decodeGlyph(glyph, symbolCodes);
      texts.set(glyph.originalCharCode, text);
      return text;
    },
  };
}

function decodeGlyph(
  { unicode, originalCharCode }: PdfjsGlyph,
  symbolCodes: ReadonlyMap<number, string> | null,
): string | null {
  if (/^\s$/u.test(unicode)) return ' ';
  if (privateUse.test(unicode)) return readPrivateCharacter(unicode.charCodeAt(0), symbolCodes);
  if (symbolCodes && unicode === String.fromCharCode(originalCharCode)) {
    return symbolCodes.get(originalCharCode) ?? unicode;
  }
  return shapes.test(unicode) ? unicode.normalize('NFKC') : unicode;
}
