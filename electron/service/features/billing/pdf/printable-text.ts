/** As many characters of a text as there is room for. */
export function truncateText(text: string, length: number): string {
  const signs = [...text];
  return signs.length <= length
    ? text
    : `${signs
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`;
}

/** What the typeface of invoices can set, and set in the right direction. */
const supportedScripts =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]$/u;

/**
 * A text as it can be printed with a typeface: what it has no sign for is written without its accents, or left out; nothing
 * is ever printed as an empty box. Gives null where nothing that tells anything is left.
 */
export function toPrintableText(text: string, hasSign: (codePoint: number) => boolean): string | null {
  const canSet = (sign: string) => supportedScripts.test(sign) && hasSign(sign.codePointAt(0) ?? 0);
  const written = [...text.normalize('NFC')].map((sign) => {
    if (canSet(sign)) return sign;
    return [...sign.normalize('NFKD')].filter((part) => !/\p{M}/u.test(part) && canSet(part)).join('');
  });
  const line = written
    .join('')
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim();
  return /[\p{L}\p{N}]/u.test(line) ? line : null;
}
