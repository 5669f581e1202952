/** Text of unknown origin as one line that can be said: no control, format or private characters, bounded. */
export function normalizeLine(text: string, lengthMax: number): string {
  const plain = text
    .slice(0, lengthMax * 4)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}]+/gu, '')
    .trim();
  if (plain.length <= lengthMax) return plain;
  const cut = plain.slice(0, lengthMax).replace(/[\ud800-\udbff]$/, '');
  return cut.replace(/[\s,;:–—-]+\S*$/, '') || cut;
}

export function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}$€£][^\s]*/gu)?.length ?? 0;
}

/** Its first words, at most so many, without a dangling comma. */
export function truncateWords(text: string, wordsMax: number): string {
  return text
    .split(/\s+/)
    .slice(0, wordsMax)
    .join(' ')
    .replace(/[\s,;:–—-]+$/, '');
}

export function endSentence(text: string): string {
  return /[.!?…]["”’)]?$/.test(text) ? text : `${text.replace(/[\s,;:–—-]+$/, '')}.`;
}

export function upperFirst(text: string): string {
  return text.replace(/^\p{Ll}/u, (first) => first.toUpperCase());
}

/** In lower case where the word is an ordinary one: names, codes and "I" stay as they are. */
export function lowerFirst(text: string): string {
  return /^\p{Lu}\p{Ll}+(?:\s|$|[,'’])/u.test(text) || /^A\s/.test(text)
    ? text.slice(0, 1).toLowerCase() + text.slice(1)
    : text;
}

/** A phrase with words in the place of names in braces. */
export function fillTemplate(phrase: string, slots: Readonly<Record<string, string>>): string {
  return phrase.replaceAll(/\{(\w+)\}/g, (_, name: string) => (Object.hasOwn(slots, name) ? (slots[name] ?? '') : ''));
}
