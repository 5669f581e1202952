/** A stretch of a document's text on its way to chunks: a page of a PDF, a section of a DOCX, a part of a text file. */
export type TextBlock = {
  /** Page of a PDF, from 1. */
  readonly page: number | null;
  /** Pages in the whole document where it has pages. */
  readonly pageCount: number | null;
  /** The heading of a DOCX under which the text stands. */
  readonly heading: string | null;
  readonly text: string;
};

/** Text that has no pages of its own is handed on in blocks of about this many characters. */
export const maxBlockChars = 32_768;
