import type { DocumentKind, DocumentErrorCode } from '../../../../../shared/knowledge/knowledge.ts';
import type { ParsedChunk } from './pack-chunks.ts';
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

/** Errors of the document itself, not of the app or the disk. */
type ParseErrorCode = Exclude<DocumentErrorCode, 'interrupted' | 'storage_full' | 'internal'>;

/** A document that cannot be parsed. Its message is shown to users: the reason, and what they can do. */
export class ParseError extends Error {
  override readonly name = 'ParseError';
  readonly code: ParseErrorCode;

  constructor(code: ParseErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export function createTimeoutError(): ParseError {
  return new ParseError(
    'timed_out',
    'Processing the document took too long. Split it into smaller documents, or save it again, and upload it.',
  );
}

export function createTooComplexError(cause?: unknown): ParseError {
  return new ParseError(
    'too_complex',
    'Processing the document needs too much memory. Split it into smaller documents, or save it again, and upload it.',
    { cause },
  );
}

/** Resource limits for one document. A document that exceeds one fails. */
export type ParseLimits = {
  /** Characters of text in the document. */
  readonly textChars: number;
  /** CPU time. It does not depend on how busy the computer is, and waiting for sections to be processed uses none. */
  readonly totalCpuMs: number;
  /** CPU time per section. */
  readonly sectionCpuMs: number;
  /** Elapsed time per section. Only a parser that is stuck without using the CPU reaches it first. */
  readonly sectionElapsedMs: number;
  /** JavaScript heap of the parser thread. */
  readonly heapMb: number;
  /** The part of the heap for new objects. */
  readonly youngHeapMb: number;
  /** Growth of the parser process since its start, its libraries included. It also limits memory outside the heap. */
  readonly memoryMb: number;
  /** Additional growth for each byte of the file. */
  readonly memoryPerFileByte: number;
  /** A process that has grown more than this is replaced after a document. */
  readonly keptMemoryMb: number;
  /** Total uncompressed size of the parsed parts of a DOCX. */
  readonly inflatedBytes: number;
  /** Uncompressed to compressed size of a DOCX part that is larger than a few megabytes. */
  readonly inflateRatio: number;
  readonly zipEntries: number;
  /** Nesting depth of XML elements. Documents written by Word stay far below 100. */
  readonly xmlDepth: number;
};

export const defaultParseLimits: ParseLimits = {
  // More than the largest accepted text file (20 MB).
  textChars: 24_000_000,
  totalCpuMs: 300_000,
  sectionCpuMs: 45_000,
  sectionElapsedMs: 600_000,
  heapMb: 256,
  youngHeapMb: 16,
  memoryMb: 240,
  memoryPerFileByte: 8,
  keptMemoryMb: 110,
  inflatedBytes: 96 * 1024 * 1024,
  // Long repetitive tables reach 60; a zip bomb reaches 1,000.
  inflateRatio: 200,
  zipEntries: 10_000,
  xmlDepth: 256,
};

/** Returns a function that subtracts characters from a budget of `maxChars`. It throws ParseError `too_long` when the budget is exceeded. */
export function createTextBudget(maxChars: number): (chars: number) => void {
  let total = 0;
  return (chars) => {
    total += chars;
    if (total <= maxChars) return;
    const millions = Math.round(maxChars / 1e5) / 10;
    throw new ParseError(
      'too_long',
      `The document has more than ${millions} million characters of text. Split it and upload the parts.`,
    );
  };
}
