/** Letters that Unicode does not decompose into a plain letter and an accent. */
const letterReplacements: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'Ae',
  œ: 'oe',
  Œ: 'Oe',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ð: 'th',
  Ð: 'Th',
  þ: 'th',
  Þ: 'Th',
  ł: 'l',
  Ł: 'L',
  ı: 'i',
};

/** Typographic symbols and their ASCII spelling. */
const symbolReplacements: readonly (readonly [RegExp, string])[] = [
  [/[\u2018-\u201b\u2032\u00b4`]/g, "'"],
  [/[\u201c-\u201f\u2033\u00ab\u00bb\u2039\u203a]/g, '"'],
  [/(?<=\d(?:%|[kmb]|[ap]m)?)\s*[\u2012\u2013]\s*(?=\p{Sc}?\d)/giu, ' to '],
  [/[\u2010\u2011\u2212]/g, '-'],
  [/\s*[\u2012-\u2015]\s*/g, ', '],
  [/[\u2022\u25cf\u25aa\u2028\u2029]/g, '\n'],
  [/(?<=\d)\u00bd/g, ' and a half'],
  [/(?=[\u00bc-\u00be])/g, ' '],
  [/\u00d7/g, ' times '],
  [/\u00f7/g, ' divided by '],
  [/\u00b1/g, ' plus or minus '],
  [/\u2122/g, ''],
];

/**
 * Converts a text to ASCII, line breaks, and currency and degree signs. Removes accents, and characters without an
 * equivalent, such as emoji, other scripts and control characters.
 */
export function normalizeCharacters(text: string): string {
  let plain = text.replaceAll(/\r\n?/g, '\n');
  for (const [pattern, replacement] of symbolReplacements) plain = plain.replaceAll(pattern, replacement);
  plain = plain.normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll('\u2044', '/');
  for (const [letter, replacement] of Object.entries(letterReplacements)) plain = plain.replaceAll(letter, replacement);
  return plain.replaceAll(/[^\n -~\u00a3\u00a5\u00b0\u20ac\u20b9]/gu, ' ');
}
