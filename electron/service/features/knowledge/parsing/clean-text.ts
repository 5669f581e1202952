// Invisible characters that may cause problems in a database or an interface: control characters except tab and line feed,
// and Unicode noncharacters.
// oxlint-disable-next-line no-control-regex
const invisiblePattern = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\ufdd0-\ufdef\ufeff\ufffe\uffff]/g;
// oxlint-disable-next-line no-control-regex
const lineEndPattern = /\r\n?|[\u000b\u000c\u0085\u2028\u2029]/g;
const loneSurrogatePattern = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Returns the text with `\n` as the only line end, and without control characters and lone surrogates. */
export function cleanText(text: string): string {
  return text.replace(lineEndPattern, '\n').replace(invisiblePattern, '').replace(loneSurrogatePattern, '\ufffd');
}
