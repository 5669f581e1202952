/** A section of a document's text: a PDF page, the text under a DOCX heading, or a part of a text file. */
export type TextSection = {
  /** Page of a PDF, from 1. */
  readonly page: number | null;
  /** Pages in the document; null if it has no pages. */
  readonly pageCount: number | null;
  /** The DOCX heading above the text. */
  readonly heading: string | null;
  readonly text: string;
};

/** Approximate maximum for documents without pages. A longer text is split into several sections. */
export const maxSectionChars = 32_768;
