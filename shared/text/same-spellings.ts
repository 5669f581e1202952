/** Dots below letters of borrowed sounds in Devanagari and Gurmukhi, which many leave out. */
const optionalDots = /[\u093c\u0a3c]/g;

/** The moon dot, and a nasal before a consonant, for which Hindi can write a dot: हाँ and हां, हिन्दी and हिंदी. */
const nasals = /\u0901|[\u0919\u091e\u0923\u0928\u092e]\u094d(?=[\u0915-\u092d])/g;

/** Malayalam and Bengali letters without a vowel, which older text writes with a sign and a joiner. */
const vowelless: ReadonlyMap<string, string> = new Map([
  ['\u0d7a', '\u0d23\u0d4d'],
  ['\u0d7b', '\u0d28\u0d4d'],
  ['\u0d7c', '\u0d30\u0d4d'],
  ['\u0d7d', '\u0d32\u0d4d'],
  ['\u0d7e', '\u0d33\u0d4d'],
  ['\u0d7f', '\u0d15\u0d4d'],
  ['\u09ce', '\u09a4\u09cd'],
]);

/** Returns a text with one spelling of syllables that the scripts of South and Southeast Asia can write in several ways. */
export function unifySpellings(text: string): string {
  return (
    text
      .replaceAll(optionalDots, '')
      .replaceAll(nasals, '\u0902')
      .replaceAll(/[\u09ce\u0d7a-\u0d7f]/g, (letter) => vowelless.get(letter) ?? letter)
      // Thai and Lao: a vowel that is typed as two, with a tone mark between or after them.
      .replaceAll('\u0e40\u0e40', '\u0e41')
      .replaceAll(/\u0e4d([\u0e48-\u0e4b]?)\u0e32/g, '$1\u0e33')
      .replaceAll(/\u0ecd([\u0ec8-\u0ecb]?)\u0eb2/g, '$1\u0eb3')
  );
}

/** Korean particles behind a noun of two syllables or more, which is written together with them. */
const particles =
  /(?<=[\uac00-\ud7a3]{2})(?:은|는|이|가|을|를|의|에|에서|에게|에게서|께서|한테|도|만|와|과|로|으로|까지|부터|처럼|보다|마다|밖에|입니다|이에요|예요)+(?![\uac00-\ud7a3])/g;

/** Returns a text without Korean particles, and with hiragana in place of katakana. Words must be separated. */
export function foldWords(text: string): string {
  return text
    .replaceAll(particles, '')
    .replaceAll(/[\u30a1-\u30f6\u30fd\u30fe]/g, (kana) => String.fromCodePoint((kana.codePointAt(0) ?? 0) - 0x60));
}
