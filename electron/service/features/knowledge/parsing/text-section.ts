import type { Omission } from '../../../../../shared/knowledge/omissions.ts';

/** A section of a document's text: a PDF page, the text under a DOCX heading, or a part of a text file. */
export type TextSection = {
  /** Page of a PDF, from 1. */
  readonly page: number | null;
  /** Pages in the document; null if it has no pages. */
  readonly pageCount: number | null;
  /** The DOCX heading above the text. */
  readonly heading: string | null;
  /** Empty if the section has only omissions, as a scanned page. */
  readonly text: string;
  /** What the section contains besides its text. Of the whole document: in a section of its own, without text, page and heading. */
  readonly omissions: readonly Omission[];
};

/** Approximate maximum for documents without pages. A longer text is split into several sections. */
export const maxSectionChars = 32_768;

// Characters that are invisible and would hide words from search, or cause problems in a database or an interface: control
// characters except tab and line feed, zero-width characters, marks of the writing direction, and noncharacters.
const invisiblePattern =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufdd0-\ufdef\ufeff\ufffe\uffff]/g;
// oxlint-disable-next-line no-control-regex
const lineEndPattern = /\r\n?|[\u000b\u000c\u0085\u2028\u2029]/g;
const loneSurrogatePattern = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
/** A soft hyphen at the end of a line also divides a word. */
const softHyphenPattern = /\u00ad(?:[ \t]*\n[ \t]*(?=\p{Ll}))?/gu;
/** Joiners form letters in Arabic, Indic scripts and emoji. Elsewhere they have no effect. */
const uselessJoinerPattern =
  /(?<=^|[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}\p{P}\s])[\u200c\u200d]+/gu;
/** Latin and Armenian ligatures, forms of Arabic letters that depend on the neighbours, and letters of equations. */
const presentationFormPattern = /[\ufb00-\ufb17\ufb50-\ufdc7\ufdf0-\ufdfb\ufe70-\ufefc\u{1d400}-\u{1d7ff}]/gu;
const noBreakSpacePattern = /[\u00a0\u2000-\u200a\u202f\u205f]/g;

/**
 * Returns the text with `\n` as the only line end, composed characters (NFC) and letters in place of ligatures. Spaces of
 * any width become a plain space, and hyphens a plain hyphen. Removes soft hyphens, invisible characters and lone surrogates.
 */
export function cleanText(text: string): string {
  return text
    .replace(lineEndPattern, '\n')
    .replace(invisiblePattern, '')
    .replace(softHyphenPattern, '')
    .replace(uselessJoinerPattern, '')
    .replace(presentationFormPattern, (form) => form.normalize('NFKC'))
    .replace(noBreakSpacePattern, ' ')
    .replace(/[\u2010\u2011]/g, '-')
    .replace(loneSurrogatePattern, '\ufffd')
    .normalize('NFC');
}

/** Removes white space at both ends, but not before the bar of a table row that begins with an empty cell. */
export function trimText(text: string): string {
  const trimmed = text.trim();
  return trimmed.startsWith('| ') && /(?:^|\n) \| /.test(text.slice(0, text.indexOf('|') + 2))
    ? ` ${trimmed}`
    : trimmed;
}

/** Splits a text into parts of at most `maxChars`, preferably after a paragraph, line, sentence or word. */
export function* splitLongText(text: string, maxChars: number): Generator<string> {
  for (let start = 0; start < text.length;) {
    const end = findSplitIndex(text, start, maxChars);
    const part = trimText(text.slice(start, end));
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
