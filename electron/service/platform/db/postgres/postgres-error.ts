import { Problem } from '../../../../../shared/contract/problems.ts';

/** A connection cannot be opened or a statement failed. The message has no values of rows, and no password. */
export class PostgresError extends Error {
  override readonly name = 'PostgresError';
  /** The SQLSTATE; empty if the connection failed. */
  readonly sqlState: string;

  constructor(message: string, sqlState: string) {
    super(message);
    this.sqlState = sqlState;
  }
}

/** Creates the problem of a request while the database cannot be reached. */
export function createUnavailableProblem(cause?: unknown): Problem {
  const detail =
    'The database of this server cannot be reached now. Send the request again, a change with the same Idempotency-Key.';
  return new Problem('unavailable', detail, { headers: { 'Retry-After': '1' }, cause });
}
