import type { DocumentErrorCode } from '../../../../../shared/knowledge/knowledge.ts';

/** Errors of the document itself, not of the app or the disk. */
export type ParseErrorCode = Exclude<DocumentErrorCode, 'interrupted' | 'storage_full' | 'internal'>;

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
