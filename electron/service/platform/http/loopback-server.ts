import { createServer, type Server } from 'node:http';
import { formatPortError, PortError } from './port-error.ts';
import { rejectInvalidRequests } from './reject-invalid-request.ts';

/** The server listens on no other address, so that other computers cannot reach it. */
const loopbackAddress = '127.0.0.1';

/** Time for the first line and the headers of a request. A body has its own limit, `limits.bodyIdleMs`. */
const headersTimeout = 30_000;

/** Starts an HTTP server on the loopback address, without a request handler. Port 0 picks a free port. Throws PortError. */
export async function startLoopbackServer(
  requestedPort: number,
): Promise<{ readonly server: Server; readonly port: number; readonly origin: string }> {
  const server = createServer({
    keepAliveTimeout: 30_000,
    headersTimeout,
    connectionsCheckingInterval: 10_000,
    requireHostHeader: false, // the request handler rejects such a request with a problem
  });
  rejectInvalidRequests(server);
  await startListening(server, requestedPort);
  const port = getServerPort(server);
  return { server, port, origin: `http://${loopbackAddress}:${port}` };
}

function startListening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new PortError(formatPortError(port, error), { cause: error })));
    server.listen({ host: loopbackAddress, port, exclusive: true }, () => {
      server.removeAllListeners('error');
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

function getServerPort(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('The server has no TCP port.');
  return address.port;
}
