/** Marks that change the direction of the text around them, which can reorder the rest of a line. */
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Zero-width characters without a meaning inside a word, and blank letters. Joiners have their own rule. */
const blankMarks =
  /\u034f|\u17b4|\u17b5|[\u00ad\u115f\u180e\u200b\u2060-\u2065\u206a-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{1d173}-\u{1d17a}]/gu;

/** Letters of scripts that need no joiners. */
const plainLetter =
  '[\\p{sc=Latin}\\p{sc=Greek}\\p{sc=Cyrillic}\\p{sc=Armenian}\\p{sc=Georgian}\\p{sc=Hebrew}\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Bopomofo}\\p{sc=Hangul}]';

/** Joiners select the form of a letter or an emoji. They have no effect elsewhere, and a non-joiner has none at the end of a word. */
const uselessJoiners = new RegExp(
  `(?<![\\p{M}\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\u0660-\\u0669\\u06f0-\\u06f9]|(?!${plainLetter})\\p{L})[\\u200c\\u200d]+|\\u200c+(?![\\p{L}\\p{M}])`,
  'gu',
);

/** Variation selectors choose the form of an emoji, a sign, or a letter of a script that has several. */
const uselessSelectors =
  /(?<=[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Arabic}\p{sc=Hebrew}\p{Z}])\p{Variation_Selector}+/gu;

/** Tag characters follow the black flag in the flags of regions, and are hidden text elsewhere. */
const hiddenTags = /(?<!\u{1f3f4}[\u{e0020}-\u{e007e}]*)[\u{e0000}-\u{e007f}]+/gu;

/** A letter, mark, digit or sign that can be seen. The blank of Braille counts as a space. */
const visibleCharacterPattern = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{M}\p{N}\p{P}\p{S}]/u;

/**
 * Normalizes a name or title that was typed or pasted: collapses spaces of all kinds and control characters, removes direction marks and
 * zero-width characters. Joiners stay where a script or an emoji needs them. Returns '' if nothing is visible.
 */
export function toPlainLine(text: string): string {
  const line = text
    .replaceAll(directionMarks, '')
    .replaceAll(blankMarks, '')
    .replaceAll(/[\p{Cc}\s\u2800]+/gu, ' ')
    .replaceAll(uselessJoiners, '')
    .replaceAll(uselessSelectors, '')
    .replaceAll(hiddenTags, '')
    .trim();
  return visibleCharacterPattern.test(line) ? line.replaceAll(/\p{Cs}/gu, '\ufffd') : '';
}

/** Normalizes multi-line text: keeps line breaks and tabs, removes other control characters and direction marks. Returns '' if nothing is visible. */
export function toPlainText(text: string): string {
  const plain = text
    .replaceAll(/\p{Cs}/gu, '\ufffd')
    .replaceAll(directionMarks, '')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\n\t\P{Cc}]/gu, '')
    .trim();
  return visibleCharacterPattern.test(plain) ? plain : '';
}

/**
 * Normalizes a key, URL, email address or ID that was typed or pasted: removes everything that cannot be seen, and replaces
 * full-width characters by ASCII characters. Spaces inside it stay, so that its own check refuses them.
 */
export function toPlainToken(text: string): string {
  return text
    .replaceAll(/[\uff01-\uff5e]/g, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0))
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cs}]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Returns a pasted path without the spaces and invisible marks around it. Inside, the name of a file can contain them. */
export function toPlainPath(text: string): string {
  return text.replaceAll(/^[\s\p{Default_Ignorable_Code_Point}]+|[\s\p{Default_Ignorable_Code_Point}]+$/gu, '');
}

/** Returns a name in the form in which names are compared: without what cannot be seen, in one case, and as one keyboard writes it. */
export function foldName(name: string): string {
  return (
    name
      .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
      .normalize('NFKC')
      .toUpperCase()
      .toLowerCase()
      // Turkish writes a capital i with its dot: İzmir.
      .replaceAll('i\u0307', 'i')
      .normalize('NFKC')
  );
}

/** Whether two names look the same, except for their case. */
export function isSameName(one: string, other: string): boolean {
  return foldName(one) === foldName(other);
}

/**
 * Returns a passphrase in the form in which it is used: keyboards write the same letter in different ways, and a copied passphrase can
 * have marks that nobody types, and line ends around it.
 */
export function normalizePassphrase(text: string): string {
  return text
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu, '')
    .replaceAll(/^[\r\n]+|[\r\n]+$/g, '')
    .normalize('NFKC');
}
