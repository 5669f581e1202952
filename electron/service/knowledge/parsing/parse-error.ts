export type ParseErrorCode = 'encrypted' | 'unreadable' | 'no_text' | 'too_complex' | 'timed_out' | 'too_long';

/** A document that cannot be taken; the message tells an admin what happened and what to do about it. */
export class ParseError extends Error {
  override readonly name = 'ParseError';
  readonly code: ParseErrorCode;

  constructor(code: ParseErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
