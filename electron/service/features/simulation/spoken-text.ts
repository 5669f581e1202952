import type { Random } from '../../platform/seeded-random.ts';

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

export function joinSentences(...parts: readonly string[]): string {
  return parts.filter(Boolean).join(' ');
}

const listFormats = {
  and: new Intl.ListFormat('en-GB'),
  or: new Intl.ListFormat('en-GB', { type: 'disjunction' }),
};

/** Returns "Monday, Wednesday and Friday", or the same with "or". */
export function joinWords(words: readonly string[], conjunction: keyof typeof listFormats = 'and'): string {
  return listFormats[conjunction].format(words);
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
  const pickers = new Map<string, () => string>();
  return (name, pool) => {
    const pick = pickers.get(name) ?? random.split(name).createPicker(pool);
    pickers.set(name, pick);
    return pick();
  };
}
