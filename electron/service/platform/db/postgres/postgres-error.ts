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
