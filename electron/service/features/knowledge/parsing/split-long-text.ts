/** Parts of at most `maxChars`, cut at the end of a paragraph, line, sentence or word where there is one, and never within a character. */
export function* splitLongText(text: string, maxChars: number): Generator<string> {
  for (let start = 0; start < text.length;) {
    const end = findSplitIndex(text, start, maxChars);
    const part = text.slice(start, end).trim();
    if (part !== '') yield part;
    start = end;
  }
}

/** Where to end a stretch that begins at `start`: an index of at most `start + maxChars`. */
export function findSplitIndex(text: string, start: number, maxChars: number): number {
  const limit = start + maxChars;
  if (limit >= text.length) return text.length;
  // Only in its second half: a cut near the beginning makes small pieces.
  const half = start + (maxChars >> 1);
  const window = text.slice(half, limit);
  for (const mark of ['\n\n', '\n', '. ', '。', ' ', '\t']) {
    const at = window.lastIndexOf(mark);
    if (at >= 0) return half + at + mark.length;
  }
  const isInCharacter = text.charCodeAt(limit) >> 10 === 0x37 && text.charCodeAt(limit - 1) >> 10 === 0x36;
  return isInCharacter && limit - 1 > start ? limit - 1 : limit;
}
