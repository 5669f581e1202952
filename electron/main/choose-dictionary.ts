/** American and British English; the British dictionary serves the other countries of the Commonwealth. */
export type SpellingLanguage = 'en-US' | 'en-GB';

/** Countries whose English is closer to the American than to the British dictionary. */
const americanRegions: ReadonlySet<string | undefined> = new Set(['US', 'PH', 'PR', 'GU', 'VI', 'LR']);

/** Returns the dictionary for the first English language of the system, or null if there is none. */
export function chooseDictionary(systemLanguages: readonly string[]): SpellingLanguage | null {
  const language = systemLanguages.find((tag) => /^en(-[a-z\d]+)*$/i.test(tag));
  if (language === undefined) return null;
  return americanRegions.has(new Intl.Locale(language).maximize().region) ? 'en-US' : 'en-GB';
}
