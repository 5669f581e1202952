import { once } from 'node:events';
import { createServer } from 'node:http';

/** Returns a port that was free a moment ago. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('The server has no port.');
  server.close();
  await once(server, 'close');
  return address.port;
}
