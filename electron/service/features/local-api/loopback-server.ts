import { createServer, type Server } from 'node:http';
import { formatPortError, PortError } from './port-error.ts';

/** The only address that is listened on: nothing outside of this machine reaches it. */
const loopbackAddress = '127.0.0.1';

/** An HTTP server that listens on the loopback address and answers nothing yet; 0 for a free port. Throws PortError. */
export async function startLoopbackServer(
  wantedPort: number,
): Promise<{ readonly server: Server; readonly port: number; readonly origin: string }> {
  const server = createServer({ keepAliveTimeout: 30_000 });
  await startListening(server, wantedPort);
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

/** Stops accepting at once, lets running answers finish for a while, then cuts what is left (event streams, say). */
export function stopLoopbackServer(server: Server, lastAnswersMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), lastAnswersMs);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}

function getServerPort(server: Server): number {
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new TypeError('The server has no TCP port.');
  return bound.port;
}
