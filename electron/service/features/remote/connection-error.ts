// Public: other features may import this file.
import type { ConnectionStage } from './explain-connection-error.ts';

/** The certificate that a server sent. `sha256` has lower-case hexadecimal digits. */
export type ServerCertificate = {
  readonly sha256: string;
  readonly subject: string;
  readonly issuer: string;
  readonly valid_to: string;
};

/** A connection could not be opened, so nothing was sent. The message is a sentence. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly stage: ConnectionStage;
  /** The error code of the system or of OpenSSL, such as ECONNREFUSED or CERT_HAS_EXPIRED, or the status of a proxy, such as HTTP_407. */
  readonly code: string;
  /** The certificate that was not accepted. */
  readonly certificate: ServerCertificate | null;

  constructor(
    stage: ConnectionStage,
    code: string,
    message: string,
    options: { readonly cause?: unknown; readonly certificate?: ServerCertificate } = {},
  ) {
    super(message, { cause: options.cause });
    this.stage = stage;
    this.code = code;
    this.certificate = options.certificate ?? null;
  }
}

/** Returns the code of an error, or of the first of several. */
export function getErrorCode(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? (error.errors[0] ?? error) : error;
  return first instanceof Error && 'code' in first ? String(first.code) : 'UNKNOWN';
}
