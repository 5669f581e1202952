import type { DocumentKind } from '../../../../../shared/knowledge/knowledge.ts';
import type { ParsedChunk } from './pack-chunks.ts';
import type { ParseErrorCode } from './parse-error.ts';
import type { TextSection } from './text-section.ts';

/** A section of a document with its chunks. */
export type ParsedSection = Omit<TextSection, 'pageCount'> & {
  readonly chunks: readonly ParsedChunk[];
};

export type ParseTask = {
  readonly path: string;
  /** The document title, which is embedded with each chunk. */
  readonly title: string | null;
  readonly kind: DocumentKind;
  /** Sections that the parser may send before the first one is acknowledged. */
  readonly maxPendingSections: number;
};

/** Messages to the parser. After `section_ack`, a section has been processed, and the parser may send another one. */
export type ParseRequest = { readonly type: 'parse'; readonly task: ParseTask } | { readonly type: 'section_ack' };

/** Messages from the thread that parses (`parse-worker.ts`) for one document, in this order. */
export type ThreadMessage =
  | { readonly type: 'started' }
  | { readonly type: 'section'; readonly section: ParsedSection; readonly pageCount: number | null }
  | ParseResult;

export type ParseResult =
  | { readonly type: 'done' }
  | { readonly type: 'failed'; readonly code: ParseErrorCode; readonly message: string; readonly reason: string };

/** The same from its process (`parse-process.ts`). `needsReplacement` is true if another process should parse the next document. */
export type ProcessMessage =
  | Exclude<ThreadMessage, ParseResult>
  | (ParseResult & { readonly needsReplacement: boolean });
