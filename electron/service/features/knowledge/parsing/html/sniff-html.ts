const prologPattern =
  /^(?:\ufeff|\s)*(?:<\?xml[^>]{0,300}\?>\s*)?(?:<!--[^]{0,2000}?-->\s*)*<(?:!doctype\s+html|html[\s>])/i;

/** Whether a text begins as a web page, after an XML declaration and comments. */
export function isWebPage(text: string): boolean {
  return prologPattern.test(text.slice(0, 8_000));
}

/** Whether a text has elements of a web page. A text that only mentions one in a sentence has no end tag of it. */
export function hasElements(text: string): boolean {
  const starts = new Set(text.match(/<(?:body|title|p|div|table|ul|ol|h[1-6]|section|article|pre)(?=[\s>])/gi));
  return [...starts].some((start) => text.includes(`</${start.slice(1)}`));
}
