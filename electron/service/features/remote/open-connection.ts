import type { X509Certificate } from 'node:crypto';
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import * as tls from 'node:tls';
import type { Endpoint } from './base-url.ts';
import { explainCertificateError, explainConnectionError, type ConnectionStage } from './explain-connection-error.ts';
import { RemoteError } from './remote-client.ts';

/** Returns the addresses of a host name, and of an IP address itself. Rejects if there are none; a RemoteError is passed on. */
export type ResolveHost = (host: string) => Promise<readonly LookupAddress[]>;

/** The certificate that a server sent. `sha256` has lower-case hexadecimal digits. */
export type ServerCertificate = {
  readonly sha256: string;
  readonly subject: string;
  readonly issuer: string;
  readonly valid_to: string;
};

/** A connection that could not be opened, so that nothing was sent. The message is a sentence. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly stage: ConnectionStage;
  /** Of the system or of OpenSSL, such as ECONNREFUSED or CERT_HAS_EXPIRED. */
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

export type ConnectorOptions = {
  /** The SHA-256 of the only certificate to accept; null for those that the system trusts. */
  readonly certificateSha256: string | null;
  readonly resolve: ResolveHost;
  /** For name, TCP and TLS together. */
  readonly timeoutMs: number;
};

/** Opens a TCP or TLS connection and checks the certificate before anything is sent. Rejects with ConnectionError. */
export type Connector = (endpoint: Endpoint, onStage?: (passed: ConnectionStage) => void) => Promise<Socket>;

export function createConnector(options: ConnectorOptions): Connector {
  let trust: tls.SecureContext | undefined; // takes some time to create
  const secure = (tcp: Socket, host: string) =>
    tls.connect({
      socket: tcp,
      host,
      ...(isIP(host) === 0 && { servername: host }),
      secureContext: (trust ??= createTrust(options.certificateSha256)),
      // Checked by checkCertificate, which keeps the certificate to show it.
      rejectUnauthorized: false,
    });
  return (endpoint, onStage = () => {}) => openConnection(endpoint, { ...options, secure, onStage });
}

export const resolveWithSystem: ResolveHost = (host) => lookup(host, { all: true });

async function openConnection(
  endpoint: Endpoint,
  {
    certificateSha256,
    resolve,
    timeoutMs,
    secure,
    onStage,
  }: ConnectorOptions & {
    readonly secure: (tcp: Socket, host: string) => tls.TLSSocket;
    readonly onStage: (passed: ConnectionStage) => void;
  },
): Promise<Socket> {
  const { host, port, isTls } = endpoint;
  const signal = AbortSignal.timeout(timeoutMs);
  let stage: ConnectionStage = 'dns';
  let socket: Socket | null = null;
  try {
    const addresses = await waitFor(resolve(host), signal);
    onStage(stage);
    stage = 'tcp';
    const tcp = connectTcp({ host, port, noDelay: true, lookup: createLookup(addresses) });
    socket = tcp;
    await once(tcp, 'connect', { signal });
    onStage(stage);
    if (!isTls) return tcp;
    stage = 'tls';
    const secured = secure(tcp, host);
    socket = secured;
    await once(secured, 'secureConnect', { signal });
    checkCertificate(secured, endpoint, certificateSha256);
    onStage(stage);
    return secured;
  } catch (error) {
    // A socket may emit another error while it is destroyed.
    socket?.on('error', () => {}).destroy();
    if (error instanceof ConnectionError || error instanceof RemoteError) throw error;
    const code = signal.aborted ? 'ETIMEDOUT' : getErrorCode(error);
    throw new ConnectionError(stage, code, explainConnectionError(stage, code, endpoint), { cause: error });
  }
}

/** Rejects when the signal is aborted, although the work continues. */
function waitFor<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

/** Connects to these addresses only, even if the name resolves to others by then. */
function createLookup(addresses: readonly LookupAddress[]): LookupFunction {
  return (host, { all }, callback) => {
    const [first] = addresses;
    if (!first) callback(createCodedError('ENOTFOUND', host), []);
    else if (all) callback(null, [...addresses]);
    else callback(null, first.address, first.family);
  };
}

/** The certificates that Node.js trusts, and those that were added to the system; older versions of Node.js cannot read these. */
function createTrust(certificateSha256: string | null): tls.SecureContext {
  const canReadSystem = typeof tls.getCACertificates === 'function';
  if (certificateSha256 !== null || !canReadSystem) return tls.createSecureContext();
  const trusted = new Set([...tls.getCACertificates('default'), ...tls.getCACertificates('system')]);
  return tls.createSecureContext({ ca: [...trusted] });
}

/** Throws a ConnectionError unless the certificate is the pinned one, or is trusted and belongs to the host. */
function checkCertificate(socket: tls.TLSSocket, { host }: Endpoint, certificateSha256: string | null): void {
  const x509 = socket.getPeerX509Certificate();
  const sha256 = x509?.fingerprint256.replaceAll(':', '').toLowerCase();
  const isAccepted = certificateSha256 === null ? socket.authorized : sha256 === certificateSha256;
  if (isAccepted) return;
  // Node.js declares an Error, but sets its code.
  const code = certificateSha256 === null ? String(socket.authorizationError) : 'CERTIFICATE_CHANGED';
  throw new ConnectionError('tls', code, explainCertificateError(code, host), {
    ...(x509 && sha256 && { certificate: { sha256, ...describeCertificate(x509) } }),
  });
}

/** The server chooses the names of its certificate. */
const maxNameLength = 200;

function describeCertificate({ subject, issuer, validTo }: X509Certificate) {
  const [subjectLine = '', issuerLine = ''] = [subject, issuer].map((name) =>
    name.replaceAll('\n', ', ').slice(0, maxNameLength),
  );
  return { subject: subjectLine, issuer: issuerLine, valid_to: validTo };
}

function createCodedError(code: string, message = code): Error {
  return Object.assign(new Error(message), { code });
}

/** Returns the code of an error, or of the first of several. */
export function getErrorCode(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? (error.errors[0] ?? error) : error;
  return first instanceof Error && 'code' in first ? String(first.code) : 'UNKNOWN';
}
