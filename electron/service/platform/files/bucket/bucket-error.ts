/**
 * `away`: it may work later. `refused`: only an operator can change that. `missing`: there is no such object. `damaged`: its content is
 * not what was stored.
 */
export type BucketErrorKind = 'away' | 'refused' | 'missing' | 'damaged';

/** A request to the bucket failed. The message is one sentence for the operator, without secrets. */
export class BucketError extends Error {
  override readonly name = 'BucketError';
  readonly kind: BucketErrorKind;
  /** The code of a missing file, for an object that is missing. */
  readonly code: string | undefined;

  constructor(kind: BucketErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
    this.code = kind === 'missing' ? 'ENOENT' : undefined;
  }
}
