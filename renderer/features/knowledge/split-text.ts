/** Approximate size of an item of the virtual list: about one screen of text. */
export const blockChars = 2_000;

/** Splits a text into blocks of at most `length`, preferably after a paragraph, a line or a word. Never splits a surrogate pair. */
export function splitText(text: string, length: number = blockChars): readonly string[] {
  const blocks: string[] = [];
  let start = 0;
  while (text.length - start > length) {
    const end = findSplitIndex(text, start, length);
    blocks.push(text.slice(start, end));
    start = end;
  }
  blocks.push(text.slice(start));
  return blocks;
}

function findSplitIndex(text: string, start: number, length: number): number {
  for (const separator of ['\n\n', '\n', ' ']) {
    const index = text.lastIndexOf(separator, start + length - separator.length);
    if (index >= start + length / 2) return index + separator.length;
  }
  const end = start + length;
  const isInsidePair = /[\ud800-\udbff]/.test(text.charAt(end - 1)) && length > 1;
  return isInsidePair ? end - 1 : end;
}
