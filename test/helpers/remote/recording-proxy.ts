import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts an HTTP proxy that refuses every request and records its address. */
export async function startRecordingProxy() {
  const requested: string[] = [];
  const server = createServer((request, response) => {
    requested.push(request.url ?? '');
    response.writeHead(502).end();
  });
  server.on('connect', (request, socket) => {
    requested.push(request.url ?? '');
    socket.on('error', () => {}); // the client can be gone
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // of a TCP server
  return {
    origin: `http://127.0.0.1:${port}`,
    requested: requested as readonly string[],
    stop: () => server.close(),
  };
}
