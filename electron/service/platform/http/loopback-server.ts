import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Problem } from '../../../../shared/contract/problems.ts';
import { rejectRequest } from './build-response.ts';
import { formatPortError, PortError } from './loopback-hosts.ts';

/** On a desktop, the server listens on no other address, so that other computers cannot reach it. */
const loopbackAddress = '127.0.0.1';

/** Time for the first line and the headers of a request. A body has its own limit, `limits.bodyIdleMs`. */
const headersTimeout = 30_000;

/** A process can have as few as 1,024 file descriptors, of which the connections of other programs must leave enough. */
const maxLoopbackConnections = 256;

export type ListenAddress = { readonly host: string; readonly port: number };

type ListenOptions = ListenAddress & { readonly maxConnections: number };

type StartedServer = { readonly server: Server; readonly port: number; readonly origin: string };

/** Starts an HTTP server on the loopback address, without a request handler. Port 0 picks a free port. Throws PortError. */
export function startLoopbackServer(port: number): Promise<StartedServer> {
  return startTcpServer({ host: loopbackAddress, port, maxConnections: maxLoopbackConnections });
}

/** Starts such a server on any address. Throws PortError. */
export async function startTcpServer(options: ListenOptions): Promise<StartedServer> {
  const server = createServer({
    keepAliveTimeout: 30_000,
    headersTimeout,
    connectionsCheckingInterval: 10_000,
    requireHostHeader: false, // the request handler rejects such a request with a problem
    joinDuplicateHeaders: true, // two Host headers are then an invalid one (RFC 9112, section 3.2), instead of the first
  });
  limitConnections(server, options.maxConnections);
  rejectInvalidRequests(server);
  server.on('request', (request, response) => response.once('finish', () => skipRest(request)));
  await startListening(server, options);
  const port = getServerPort(server);
  return { server, port, origin: `http://${formatHost(options.host)}:${port}` };
}

/** Returns a host as it is in a URL: an IPv6 address has brackets. */
const formatHost = (host: string) => (host.includes(':') ? `[${host}]` : host);

function startListening(server: Server, { host, port }: ListenAddress): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new PortError(formatPortError(port, error), { cause: error })));
    server.listen({ host, port, exclusive: true }, () => {
      server.removeAllListeners('error');
      // A connection cannot be accepted while the process has no free file descriptor: its client tries again.
      server.on('error', () => {});
      resolve();
    });
  });
}

/** Stops accepting connections, waits for running responses, then closes the remaining ones, such as event streams. */
export function stopLoopbackServer(server: Server, drainTimeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), drainTimeoutMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/**
 * Discards the rest of a body that was refused in the middle: the next request comes through the same connection after it. A reader that
 * has stopped would hold it back. The request listener closes a connection whose body is very long.
 */
function skipRest(request: IncomingMessage): void {
  if (request.readableEnded || request.destroyed) return;
  request.removeAllListeners('data');
  request.resume();
}

/** Closes connections without a request if there are too many, the oldest first, so that the newest program is answered. */
function limitConnections(server: Server, maxConnections: number): void {
  const connections = new Set<Socket>();
  const silent = new Set<Socket>();
  server.on('connection', (socket) => {
    connections.add(socket);
    silent.add(socket);
    socket.once('close', () => {
      connections.delete(socket);
      silent.delete(socket);
    });
    if (connections.size <= maxConnections) return;
    server.closeIdleConnections();
    const [oldest = socket] = silent;
    oldest.destroy();
  });
  server.on('request', ({ socket }) => silent.delete(socket));
}

function getServerPort(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('The server has no TCP port.');
  return address.port;
}

/** Responds with a problem to requests that Node itself rejects, before the service receives them. */
function rejectInvalidRequests(server: Server): void {
  const responses = new WeakMap<Duplex, ServerResponse>();
  server.on('request', ({ socket }, response) => responses.set(socket, response));
  // Node would respond 417 without a body. A server may ignore an expectation that it does not know (RFC 9110, section 10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const response = responses.get(socket);
    const isResponding = response !== undefined && response.headersSent && !response.writableFinished;
    // A problem after the first bytes of another response would become a part of it.
    if (!socket.writable || isResponding || error.code === 'ECONNRESET') socket.destroy();
    else void writeProblem(socket, toRequestProblem(error));
  });
}

function toRequestProblem(cause: NodeJS.ErrnoException): Problem {
  switch (cause.code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Problem('headers_too_large', 'The URL and the headers are too long. Send shorter ones.', { cause });
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem('request_timeout', 'The request did not arrive in time. Send it again.', { cause });
    default:
      return new Problem('malformed', 'This is not a valid HTTP request.', { cause });
  }
}

async function writeProblem(socket: Duplex, problem: Problem): Promise<void> {
  // The path is not known: Node could not parse the request.
  const response = rejectRequest(problem, '/');
  const body = Buffer.from(await response.arrayBuffer());
  const head = [
    `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status] ?? ''}`,
    ...[...response.headers].map(([name, value]) => `${name}: ${value}`),
    `content-length: ${body.byteLength}`,
    'connection: close',
  ];
  socket.end(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]), () => socket.destroy());
}
