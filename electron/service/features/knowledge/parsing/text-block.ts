/** A part of a document's text before it is split into chunks: a PDF page, a DOCX section, or a part of a text file. */
export type TextBlock = {
  /** Page of a PDF, from 1. */
  readonly page: number | null;
  /** Pages in the document; null if it has no pages. */
  readonly pageCount: number | null;
  /** The DOCX heading above the text. */
  readonly heading: string | null;
  readonly text: string;
};

/** Approximate size of the blocks of a document without pages. */
export const maxBlockChars = 32_768;
