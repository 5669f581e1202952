import type { DocumentErrorCode } from '../../../../../shared/knowledge.ts';

/** The document's own faults; the others are the program's or the disk's. */
export type ParseErrorCode = Exclude<DocumentErrorCode, 'interrupted' | 'storage_full' | 'internal'>;

/** A document that cannot be taken; the message tells an admin what happened and what to do about it. */
export class ParseError extends Error {
  override readonly name = 'ParseError';
  readonly code: ParseErrorCode;

  constructor(code: ParseErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
