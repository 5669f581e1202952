import type { DocumentKind } from '../../../../../shared/knowledge.ts';
import type { ParsedChunk } from './pack-chunks.ts';
import type { ParseErrorCode } from './parse-error.ts';
import type { ParseLimits } from './parse-limits.ts';
import type { TextSection } from './text-section.ts';

/** A section of a document with its chunks. */
export type ParsedSection = Omit<TextSection, 'pageCount'> & {
  readonly chunks: readonly ParsedChunk[];
};

/** Start parameters of the parser thread. */
export type ParseTask = {
  readonly path: string;
  /** The document title, which is embedded with each chunk. */
  readonly title: string | null;
  readonly kind: DocumentKind;
  readonly limits: ParseLimits;
  /** Sections that the parser may send before the first one is acknowledged. */
  readonly maxPendingSections: number;
};

/** Message to the thread: a section has been processed, and the parser may send another one. */
export type SectionAck = { readonly type: 'section_ack' };

/** Messages from the thread. */
export type ParseMessage =
  | { readonly type: 'section'; readonly section: ParsedSection; readonly pageCount: number | null }
  | { readonly type: 'done' }
  | { readonly type: 'failed'; readonly code: ParseErrorCode; readonly message: string; readonly reason: string };
