/** Scripts that the invoice font has glyphs for and that are written from left to right. */
const supportedScripts =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]$/u;

/**
 * Returns the part of a text that the font can print: a character without a glyph loses its accents or is left out, and is
 * never printed as an empty box. Returns null if no letter or digit remains.
 */
export function toPrintableText(text: string, hasGlyph: (codePoint: number) => boolean): string | null {
  const canPrint = (character: string) => supportedScripts.test(character) && hasGlyph(character.codePointAt(0) ?? 0);
  const printable = [...text.normalize('NFC')].map((character) => {
    if (canPrint(character)) return character;
    return [...character.normalize('NFKD')].filter((part) => !/\p{M}/u.test(part) && canPrint(part)).join('');
  });
  const line = printable
    .join('')
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim();
  return /[\p{L}\p{N}]/u.test(line) ? line : null;
}
