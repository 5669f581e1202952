import type { Random } from '../../platform/seeded-random.ts';

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

/** Returns the first words, without trailing punctuation. */
export function truncateWords(text: string, maxWords: number): string {
  return text
    .split(/\s+/)
    .slice(0, maxWords)
    .join(' ')
    .replace(/[\s,;:–—-]+$/, '');
}

export function endSentence(text: string): string {
  return /[.!?…]["”’)]?$/.test(text) ? text : `${text.replace(/[\s,;:–—-]+$/, '')}.`;
}

export function upperFirst(text: string): string {
  return text.replace(/^\p{Ll}/u, (first) => first.toUpperCase());
}

/** Returns the text with its first word in lower case, unless that word is a name, a code or "I". */
export function lowerFirst(text: string): string {
  return /^\p{Lu}\p{Ll}+(?:\s|$|[,'’])/u.test(text) || /^A\s/.test(text)
    ? text.slice(0, 1).toLowerCase() + text.slice(1)
    : text;
}

export function joinSentences(...parts: readonly string[]): string {
  return parts.filter(Boolean).join(' ');
}

/** Replaces names in braces by their values. A name without a value is removed. */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : '',
  );
}

/** Picks a phrase from the pool of that name. No phrase repeats until the whole pool has been used. */
export type PhrasePicker = (name: string, pool: readonly string[]) => string;

export function createPhrasePicker(random: Random): PhrasePicker {
  const decks = new Map<string, () => string>();
  return (name, pool) => {
    const deck = decks.get(name) ?? random.split(name).deck(pool);
    decks.set(name, deck);
    return deck();
  };
}
