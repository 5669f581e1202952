/** Returns the text as one line that can be spoken: at most `maxLength` characters, none of them control, format or private-use. */
export function normalizeLine(text: string, maxLength: number): string {
  const plain = text
    .slice(0, maxLength * 4)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}]+/gu, '')
    .trim();
  if (plain.length <= maxLength) return plain;
  const cut = plain.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '');
  return cut.replace(/[\s,;:–—-]+\S*$/, '') || cut;
}

export function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}$€£][^\s]*/gu)?.length ?? 0;
}

/** Returns the text with its first word in lower case, unless that word is a name, a code or "I". */
export function lowerFirst(text: string): string {
  return /^\p{Lu}\p{Ll}+(?:\s|$|[,'’])/u.test(text) || /^A\s/.test(text)
    ? text.slice(0, 1).toLowerCase() + text.slice(1)
    : text;
}

export function upperFirst(text: string): string {
  return text.replace(/^\p{Ll}/u, (first) => first.toUpperCase());
}

/** Shortens a text to at most `maxLength` characters. */
export function truncateText(text: string, maxLength: number): string {
  const characters = [...text];
  return characters.length <= maxLength
    ? text
    : `${characters
        .slice(0, maxLength - 1)
        .join('')
        .trimEnd()}…`;
}
