/** Characters that embed or override a direction, which can reorder the rest of a line, and halves of characters. */
const removedPattern = /[\u202A-\u202E\u2066-\u2069\p{Cs}]/gu;

/** A text of spaces, joiners and marks alone would look empty. */
const visiblePattern = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Returns the text as one line, or an empty text if it would look empty. Joiners stay: some scripts and emoji need them. */
export function toVisibleLine(text: string): string {
  const line = text
    .replaceAll(removedPattern, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return visiblePattern.test(line) ? line : '';
}
