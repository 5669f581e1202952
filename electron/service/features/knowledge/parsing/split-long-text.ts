/** Splits a text into parts of at most `maxChars`, preferably after a paragraph, line, sentence or word. */
export function* splitLongText(text: string, maxChars: number): Generator<string> {
  for (let start = 0; start < text.length;) {
    const end = findSplitIndex(text, start, maxChars);
    const part = text.slice(start, end).trim();
    if (part !== '') yield part;
    start = end;
  }
}

/** Returns the end of a part that begins at `start`, at most `start + maxChars`. Never splits a surrogate pair. */
export function findSplitIndex(text: string, start: number, maxChars: number): number {
  const limit = start + maxChars;
  if (limit >= text.length) return text.length;
  // Only in the second half, to avoid very small parts.
  const half = start + (maxChars >> 1);
  const window = text.slice(half, limit);
  for (const separator of ['\n\n', '\n', '. ', '。', ' ', '\t']) {
    const index = window.lastIndexOf(separator);
    if (index >= 0) return half + index + separator.length;
  }
  const isInCharacter = text.charCodeAt(limit) >> 10 === 0x37 && text.charCodeAt(limit - 1) >> 10 === 0x36;
  return isInCharacter && limit - 1 > start ? limit - 1 : limit;
}
