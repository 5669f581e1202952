/** Returns the average oddity of the characters outside ASCII: how unlikely each is between its neighbours. */
export function measureOddity(text: string): number {
  const chars = [...text];
  const isRussian = russianPattern.test(text);
  const isNotTurkish = acutePattern.test(text);
  const isOnlyLatin = latinWordPattern.test(text) && !cyrillicWordPattern.test(text);
  let count = 0;
  let oddity = 0;
  for (const [index, char] of chars.entries()) {
    if (char <= '\x7f') continue;
    count += 1;
    if (isRussian && serbianPattern.test(char)) oddity += 1;
    if (isNotTurkish && char === 'ı') oddity += 1;
    // "25 £" in another charset is "25 г".
    if (isOnlyLatin && cyrillicPattern.test(char)) oddity += 1;
    oddity += rateCharacter(char, chars[index - 1] ?? ' ', chars[index + 1] ?? ' ', chars[index - 2] ?? ' ');
  }
  return oddity / Math.max(1, count);
}

const scripts: readonly RegExp[] = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Hebrew}/u,
];
const eastAsianPattern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** Letters that Russian has and Serbian has not, and the other way round. */
const russianPattern = /[щъыьэюя]/iu;
const serbianPattern = /[љњђћџ]/iu;
/** Letters that Turkish does not have. In its charset, the Czech "ý" beside them is "ı". */
const acutePattern = /[áéíóú]/i;
const cyrillicPattern = /\p{Script=Cyrillic}/u;
const cyrillicWordPattern = /\p{Script=Cyrillic}{2}/u;
const latinWordPattern = /[a-z]{3}/i;
const [letterPattern, upperPattern, lowerPattern, digitPattern] = [/\p{L}/u, /\p{Lu}/u, /\p{Ll}/u, /\d/];

function rateCharacter(char: string, previous: string, next: string, beforePrevious: string): number {
  const code = char.codePointAt(0) ?? 0;
  if (code < 0xa0 || code === 0xfffd || (code >= 0xe000 && code <= 0xf8ff)) return 3;
  if (/[\u2200-\u22ff\u2310\u2320\u2321\u2500-\u25ff]/.test(char)) return 2;
  const isAfterLetter = letterPattern.test(previous);
  const isBeforeLetter = letterPattern.test(next);
  if (eastAsianPattern.test(char)) {
    // A single character within a word of Latin letters.
    const isSingle = !eastAsianPattern.test(previous) && !eastAsianPattern.test(next);
    return isSingle && (isAfterLetter || isBeforeLetter) ? 1 : 0;
  }
  if (letterPattern.test(char)) {
    const isMixed = (isAfterLetter && !isSameScript(char, previous)) || (isBeforeLetter && !isSameScript(char, next));
    const isUpperInside = upperPattern.test(char) && lowerPattern.test(previous);
    const isLowerAfterUpper =
      lowerPattern.test(char) && upperPattern.test(previous) && lowerPattern.test(beforePrevious);
    const isLowerBeforeUpper = lowerPattern.test(char) && upperPattern.test(next) && !isAfterLetter;
    // "£25" in another charset is "ú25".
    const isAtNumber = (!isAfterLetter && digitPattern.test(next)) || (!isBeforeLetter && digitPattern.test(previous));
    const isAlone = !isAfterLetter && !isBeforeLetter && !/\p{Script=Cyrillic}|[àèéóòöåøő]/iu.test(char);
    const isFinalInside = isBeforeLetter && /[ךםןףץς]/.test(char);
    // Letters of Lithuanian and Icelandic that begin no word.
    const isFirst = !isAfterLetter && isBeforeLetter && /[ųð]/iu.test(char);
    const isOddCase = isUpperInside || isLowerAfterUpper || isLowerBeforeUpper;
    return isMixed || isOddCase || isAtNumber || isAlone || isFinalInside || isFirst ? 1 : 0;
  }
  if (/\p{Sc}/u.test(char)) {
    if (char === '¤' || isAfterLetter || isBeforeLetter) return 1;
    return digitPattern.test(previous) || digitPattern.test(next) ? -1 : 0;
  }
  if (/\p{M}/u.test(char)) return isAfterLetter || /\p{M}/u.test(previous) ? 0 : 1;
  if (char === '’' || char === '‘') return 0;
  if (/[¡¿]/.test(char)) return isAfterLetter || digitPattern.test(previous) ? 1 : 0;
  if (isAfterLetter && isBeforeLetter) return /[\u00ad·\u2010\u2011]/.test(char) ? 0 : 1;
  // A dash has spaces on both sides or on neither side.
  if (/[–—]/.test(char) && isAfterLetter !== isBeforeLetter) return 0.5;
  return /[\p{Sk}\p{So}\p{Sm}†‡¶]/u.test(char) && !/[°§©®™±×÷]/.test(char) ? 1 : 0;
}

function isSameScript(char: string, other: string): boolean {
  return scripts.findIndex((script) => script.test(char)) === scripts.findIndex((script) => script.test(other));
}
