/** Removes the tags of HTML from a line of text, and writes its most frequent entities as characters. */
export function removeTags(line: string): string {
  if (!/[<&]/.test(line)) return line;
  return line
    .replaceAll(/<\/?[a-z][^<>]{0,200}>|<!--[^<>]{0,200}-->/gi, ' ')
    .replaceAll(/&(?:nbsp|#160);/gi, ' ')
    .replaceAll(/&(?:amp|#38);/gi, '&')
    .replaceAll(/&(?:quot|#34);/gi, '"')
    .trim();
}
