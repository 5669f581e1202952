// Public: other features may import this file.
import type { X509Certificate } from 'node:crypto';
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import * as tls from 'node:tls';
import {
  formatAuthority,
  type HttpProxy,
  type ProxyChoice,
  type FindProxies,
} from '../../platform/network/find-proxies.ts';
import { isLoopbackHost } from '../../../../shared/workspaces/loopback-host.ts';
import type { Endpoint } from './base-url.ts';
import {
  ConnectionError,
  getErrorCode,
  explainCertificateError,
  explainConnectionError,
  explainTunnelError,
  explainRefusal,
  type ConnectionStage,
} from './connection-error.ts';
import { RemoteError } from './remote-client.ts';

/** Returns the addresses of a host name, and of an IP address itself. Rejects if there are none; a RemoteError is passed on. */
export type ResolveHost = (host: string) => Promise<readonly LookupAddress[]>;

export type ConnectorOptions = {
  /** The SHA-256 of the only certificate to accept; null for those that the system trusts. */
  readonly certificateSha256: string | null;
  readonly resolve: ResolveHost;
  /** For name, TCP and TLS together, and the tunnel of a proxy. */
  readonly timeoutMs: number;
};

/**
 * Opens a TCP or TLS connection and checks the certificate before anything is sent. Rejects with ConnectionError. With a
 * proxy, a TLS connection leads through a tunnel to the endpoint, and any other connection ends at the proxy.
 */
export type Connector = (
  endpoint: Endpoint,
  proxy: ProxyChoice,
  onStage?: (passed: ConnectionStage) => void,
) => Promise<Socket>;

export function createConnector({ certificateSha256, resolve, timeoutMs }: ConnectorOptions): Connector {
  const secure = createTlsClient(certificateSha256);
  const secureProxy = createTlsClient(null);
  return (endpoint, proxy, onStage = () => {}) =>
    openConnection(endpoint, proxy, { resolve, secure, secureProxy, signal: AbortSignal.timeout(timeoutMs), onStage });
}

export const resolveWithSystem: ResolveHost = (host) => lookup(host, { all: true });

type Attempt = {
  readonly resolve: ResolveHost;
  readonly secure: TlsClient;
  readonly secureProxy: TlsClient;
  readonly signal: AbortSignal;
  readonly onStage: (passed: ConnectionStage) => void;
};

async function openConnection(endpoint: Endpoint, proxy: ProxyChoice, attempt: Attempt): Promise<Socket> {
  const { resolve, secure, signal, onStage } = attempt;
  if (proxy && 'unusable' in proxy) throw new ConnectionError('proxy', 'UNUSABLE_PROXY', proxy.unusable);
  const { host, port, isTls } = endpoint;
  let stage: ConnectionStage = proxy ? 'proxy' : 'dns';
  let socket: Socket | null = null;
  try {
    if (proxy) {
      socket = await openProxy(proxy, attempt);
      onStage(stage);
      if (!isTls) return socket;
      stage = 'tunnel';
      socket = await openTunnel(socket, { endpoint, proxy, signal });
    } else {
      const addresses = await waitFor(resolve(host), signal);
      onStage(stage);
      stage = 'tcp';
      socket = connectTcp({ host, port, noDelay: true, lookup: createLookup(addresses) });
      await once(socket, 'connect', { signal });
    }
    onStage(stage);
    if (!isTls) return socket;
    stage = 'tls';
    socket = await secure(socket, host, signal);
    onStage(stage);
    return socket;
  } catch (error) {
    if (socket) destroySocket(socket);
    if (error instanceof ConnectionError || error instanceof RemoteError) throw error;
    const code = signal.aborted ? 'ETIMEDOUT' : getErrorCode(error);
    const message =
      proxy && stage === 'tunnel'
        ? explainTunnelError(code, endpoint, proxy)
        : explainConnectionError(stage, code, endpoint);
    throw new ConnectionError(stage, code, message, { cause: error });
  }
}

/** The certificate of a proxy is not one that can be accepted for the remote. */
async function openProxy(proxy: HttpProxy, attempt: Attempt): Promise<Socket> {
  try {
    return await openConnection(proxy, null, { ...attempt, secure: attempt.secureProxy, onStage: () => {} });
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error;
    const message = `The proxy ${formatAuthority(proxy)} cannot be used. ${error.message}`;
    throw new ConnectionError('proxy', error.code, message, { cause: error });
  }
}

/** A socket may emit another error while it is destroyed. */
function destroySocket(socket: Socket): void {
  socket.on('error', () => {}).destroy();
}

type TlsClient = (tcp: Socket, host: string, signal: AbortSignal) => Promise<tls.TLSSocket>;

/** Creates a function that completes the TLS handshake and checks the certificate. */
function createTlsClient(certificateSha256: string | null): TlsClient {
  let trust: tls.SecureContext | undefined; // takes some time to create
  return async (tcp, host, signal) => {
    const socket = tls.connect({
      socket: tcp,
      host,
      ...(isIP(host) === 0 && { servername: host }),
      secureContext: (trust ??= createTrust(certificateSha256)),
      // Checked by checkCertificate, which keeps the certificate to show it.
      rejectUnauthorized: false,
    });
    try {
      await once(socket, 'secureConnect', { signal });
      checkCertificate(socket, host, certificateSha256);
      return socket;
    } catch (error) {
      destroySocket(socket);
      throw error;
    }
  };
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
function checkCertificate(socket: tls.TLSSocket, host: string, certificateSha256: string | null): void {
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

/**
 * Tries the ways to a host in their order, and the next one only if a proxy cannot be reached: a proxy that refuses a
 * connection is obeyed. A host on this computer is never reached through a proxy.
 */
export async function tryProxies<Result>(
  url: URL,
  findProxies: FindProxies,
  attempt: (proxy: ProxyChoice) => Promise<Result>,
): Promise<Result> {
  let failure: unknown;
  for (const proxy of isLoopbackHost(url.hostname) ? [null] : await findProxies(url)) {
    try {
      return await attempt(proxy);
    } catch (error) {
      if (!isUnreachableProxy(error)) throw error;
      failure = error;
    }
  }
  throw failure;
}

function isUnreachableProxy(error: unknown): boolean {
  const cause = error instanceof RemoteError ? error.cause : error;
  return cause instanceof ConnectionError && cause.stage === 'proxy';
}

type TunnelOptions = { readonly endpoint: Endpoint; readonly proxy: HttpProxy; readonly signal: AbortSignal };

/**
 * Asks a proxy, to which the socket is connected, for a tunnel to an endpoint (RFC 9110, section 9.3.6). Returns the socket,
 * which then leads to the endpoint. Rejects with ConnectionError if the proxy refuses.
 */
async function openTunnel(socket: Socket, { endpoint, proxy, signal }: TunnelOptions): Promise<Socket> {
  const authority = formatAuthority(endpoint);
  const asking = request({
    method: 'CONNECT',
    path: authority,
    headers: {
      Host: authority,
      Connection: 'keep-alive',
      'User-Agent': 'Switchboard',
      ...createProxyHeaders(proxy),
    },
    createConnection: () => socket,
    signal,
  });
  asking.end();
  // `once` does not declare the arguments of the event.
  const [{ statusCode = 0 }, tunnel, head] = (await once(asking, 'connect')) as [IncomingMessage, Socket, Buffer];
  if (statusCode < 200 || statusCode > 299) throw createRefusal(statusCode, endpoint, proxy);
  if (head.length > 0) tunnel.unshift(head);
  return tunnel;
}

export function createProxyHeaders({ authorization }: HttpProxy): Readonly<Record<string, string>> {
  return authorization === null ? {} : { 'Proxy-Authorization': authorization };
}

/** Returns the error of a proxy that responds itself instead of opening a tunnel. */
export function createRefusal(status: number, endpoint: Endpoint, proxy: HttpProxy): ConnectionError {
  return new ConnectionError('tunnel', `HTTP_${status}`, explainRefusal(status, endpoint, proxy));
}
