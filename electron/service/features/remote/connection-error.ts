// Public: other features may import this file.
import { formatAuthority, type HttpProxy } from '../../platform/network/find-proxies.ts';
import type { Endpoint } from './base-url.ts';

/** The certificate that a server sent. `sha256` has lower-case hexadecimal digits. */
type ServerCertificate = {
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

/** `proxy`: the connection to the proxy. `tunnel`: the connection that the proxy opens. */
export type ConnectionStage = 'dns' | 'tcp' | 'proxy' | 'tunnel' | 'tls';

/** Returns a sentence about a connection that could not be opened, from the code of the error. */
export function explainConnectionError(stage: ConnectionStage, code: string, { host, port }: Endpoint): string {
  if (stage === 'dns') return explainNameError(code, host);
  if (stage === 'tls' && !isNetworkError(code)) return explainHandshakeError(code, host, port);
  switch (code) {
    case 'ECONNREFUSED':
      return `${host} refuses connections on port ${port}.`;
    case 'ETIMEDOUT':
      return `${host} did not respond in time.`;
    case 'ENETUNREACH':
    case 'EHOSTUNREACH':
    case 'ENETDOWN':
    case 'EADDRNOTAVAIL':
      return `There is no network connection to ${host}.`;
    case 'ECONNRESET':
    case 'EPIPE':
      return `${host} closed the connection while it was being opened.`;
    default:
      return `${host} cannot be reached (${code}).`;
  }
}

/** Returns a sentence about a proxy that can be reached, but did not answer as a proxy. */
export function explainTunnelError(code: string, { host }: Endpoint, proxy: HttpProxy): string {
  const name = `The proxy ${formatAuthority(proxy)}`;
  if (code === 'ETIMEDOUT') return `${name} did not connect to ${host} in time.`;
  if (code.startsWith('HPE_')) return `${name} did not respond with HTTP. It may be another program.`;
  return `${name} closed the connection to ${host} while it was being opened.`;
}

/** Returns a sentence about a proxy that answers with an error status instead of connecting to the endpoint. */
export function explainRefusal(status: number, endpoint: Endpoint, proxy: HttpProxy): string {
  const name = `The proxy ${formatAuthority(proxy)}`;
  if (status === 407 && proxy.authorization === null) return `${name} requires a user name and a password.`;
  if (status === 407) return `${name} refused the user name or the password.`;
  const isGatewayError = status === 502 || status === 503 || status === 504;
  const reason = isGatewayError ? 'could not connect to' : 'refused the connection to';
  return `${name} ${reason} ${formatAuthority(endpoint)} (HTTP ${status}).`;
}

/** Returns a sentence about a certificate that is not accepted. */
export function explainCertificateError(code: string, host: string): string {
  switch (code) {
    case 'CERTIFICATE_CHANGED':
      return `${host} sent a different certificate from the one that this connection accepts.`;
    case 'CERT_HAS_EXPIRED':
      return `The certificate of ${host} has expired.`;
    case 'CERT_NOT_YET_VALID':
      return `The certificate of ${host} is not valid yet.`;
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
      return `The certificate of ${host} is self-signed.`;
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `The certificate is not valid for ${host}.`;
    case 'CERT_REVOKED':
      return `The certificate of ${host} was revoked.`;
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return `The certificate of ${host} was issued by an authority that this computer does not trust.`;
    default:
      return `The certificate of ${host} is not trusted (${code}).`;
  }
}

function explainNameError(code: string, host: string): string {
  if (code === 'ENOTFOUND') return `The host name ${host} was not found.`;
  if (code === 'EAI_AGAIN') return `The host name ${host} could not be looked up. This computer may be offline.`;
  if (code === 'ETIMEDOUT') return `The host name ${host} could not be looked up in time.`;
  return `The host name ${host} could not be looked up (${code}).`;
}

function explainHandshakeError(code: string, host: string, port: number): string {
  if (code === 'ETIMEDOUT') return `${host} did not complete the TLS handshake in time.`;
  return `${host} does not offer HTTPS on port ${port} (${code}).`;
}

function isNetworkError(code: string): boolean {
  return ['ECONNRESET', 'EPIPE', 'ENETUNREACH', 'EHOSTUNREACH', 'ENETDOWN'].includes(code);
}
