/**
 * Returns the first of the phrases that a text contains as whole words, regardless of case, accents, punctuation and spaces; null
 * if it contains none.
 */
export function findPhrase(text: string, phrases: readonly string[]): string | null {
  if (phrases.length === 0) return null;
  const words = ` ${toWords(text)} `;
  return phrases.find((phrase) => toWords(phrase) !== '' && words.includes(` ${toWords(phrase)} `)) ?? null;
}

function toWords(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[’']/g, '')
    .replaceAll(/[^\p{L}\p{N}%$€£]+/gu, ' ')
    .trim();
}
