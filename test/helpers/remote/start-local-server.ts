import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type LocalServer = { readonly origin: string; readonly close: () => Promise<void> };

/** Starts an HTTP server on a free port of this computer. */
export async function startLocalServer(
  answer: (message: IncomingMessage, response: ServerResponse) => Promise<void> | void,
): Promise<LocalServer> {
  const server = createServer((message, response) => void answer(message, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
