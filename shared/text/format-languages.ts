const languageNames = new Intl.DisplayNames('en', { type: 'language' });
const listFormat = new Intl.ListFormat('en');

/** Formats language codes: “English and German”. Empty if there are none. */
export function formatLanguages(languages: readonly string[]): string {
  return listFormat.format(languages.map((language) => languageNames.of(language) ?? language));
}
