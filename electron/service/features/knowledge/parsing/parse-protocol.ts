import type { DocumentKind } from '../../../../../shared/knowledge.ts';
import type { ParsedChunk } from './pack-chunks.ts';
import type { ParseErrorCode } from './parse-error.ts';
import type { ParseLimits } from './parse-limits.ts';

export type ParsedPage = {
  /** Page of a PDF, from 1. */
  readonly page: number | null;
  /** The DOCX heading above the text. */
  readonly heading: string | null;
  readonly text: string;
  readonly chunks: readonly ParsedChunk[];
};

/** Start parameters of the parser thread. */
export type ParseTask = {
  readonly path: string;
  /** The document title, which is embedded with each passage. */
  readonly title: string | null;
  readonly kind: DocumentKind;
  readonly limits: ParseLimits;
  /** Pages that the parser may send before the first one is acknowledged. */
  readonly maxPendingPages: number;
};

/** Message to the thread: a page has been processed, and the parser may send another one. */
export type PageAck = { readonly type: 'page_ack' };

/** Messages from the thread. */
export type ParseMessage =
  | { readonly type: 'page'; readonly page: ParsedPage; readonly pageCount: number | null }
  | { readonly type: 'done' }
  | { readonly type: 'failed'; readonly code: ParseErrorCode; readonly message: string; readonly reason: string };
