/** Begins a new line where tags of HTML do, and writes entries of lists and rows of tables as a text does. */
export function breakAtTags(text: string): string {
  if (!/<(?:li|br|td|p|h\d)\b/i.test(text)) return text;
  return text
    .replaceAll(/<\/t[dh]>\s*<t[dh]\b[^<>]{0,200}>/gi, ' | ')
    .replaceAll(/<li\b[^<>]{0,200}>/gi, '\n• ')
    .replaceAll(/<(?:br|p|tr|h\d)\b[^<>]{0,200}>|<\/(?:h\d|p|li|[ou]l|tr|table)>/gi, '\n')
    .replaceAll(/<\/?(?:li|[ou]l|p|t[dhr]|table|thead|tbody)\b[^<>]{0,200}>/gi, ' ');
}

/** Removes the tags of HTML from a line of text, and writes its most frequent entities as characters. */
export function removeTags(line: string): string {
  if (!/[<&]/.test(line)) return line;
  return line
    .replaceAll(/<\/?[a-z][^<>]{0,200}>|<!--[^<>]{0,200}-->/gi, ' ')
    .replaceAll(/&(?:nbsp|#160);/gi, ' ')
    .replaceAll(/&(?:amp|#38);/gi, '&')
    .replaceAll(/&(?:quot|#34);/gi, '"')
    .replaceAll(/&(?:ndash|mdash|#821[12]);/gi, '–')
    .replaceAll(/&euro;/gi, '€')
    .replaceAll(/&pound;/gi, '£')
    .trim();
}
