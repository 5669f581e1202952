/** About as many characters as fill a screen: what a virtual list draws at once. */
const blockChars = 2_000;

/** Cuts a text into blocks of bounded length at a line's end, else at a blank, else anywhere but inside a character. */
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
  for (const separator of ['\n', ' ']) {
    const at = text.lastIndexOf(separator, start + length - 1);
    if (at >= start + length / 2) return at + 1;
  }
  const end = start + length;
  const isInsidePair = /[\ud800-\udbff]/.test(text.charAt(end - 1)) && length > 1;
  return isInsidePair ? end - 1 : end;
}
