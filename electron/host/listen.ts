import { createServer, type Server } from 'node:http';
import { getRequestListener, RequestError } from '@hono/node-server';
import { Problem } from '../../shared/problems.ts';
import type { StaticFiles } from '../service/http/static-files.ts';
import { answer, type ServiceFetch } from './answer.ts';
import { loopbackHosts } from './caller.ts';
import { refuse } from './refuse.ts';
import { createWindowToken } from './window-token.ts';

export type Listening = {
  readonly port: number;
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  /** Opens the window: carries the token of this run. */
  readonly windowUrl: string;
  /** The window's cookie as a client sends it, for the development server. */
  readonly cookie: string;
  /** Stops accepting, lets running answers finish for a moment, then cuts what is left (event streams, say). */
  readonly close: () => Promise<void>;
};

export type ListenOptions = {
  /** 0 for a free one. */
  readonly port: number;
  readonly fetch: ServiceFetch;
  readonly staticFiles: StaticFiles;
  readonly onError?: (error: unknown) => void;
};

const address = '127.0.0.1';
const lastAnswersMs = 500;

/** Why the port cannot be listened on; the message is one sentence for the person who named it. */
export class PortError extends Error {
  override readonly name = 'PortError';
}

/** Serves the program on the loopback address, and on no other. Throws PortError where the port cannot be had. */
export async function listen(options: ListenOptions): Promise<Listening> {
  const server = createServer({ keepAliveTimeout: 30_000 });
  await startListening(server, options.port);
  const port = portOf(server);
  const hosts = loopbackHosts(port);
  const window = createWindowToken(port);
  const parts = { hosts, window, staticFiles: options.staticFiles, fetch: options.fetch };
  const listener = getRequestListener((request, { incoming }) => answer(request, incoming.headers, parts), {
    errorHandler: (error) => {
      if (error instanceof RequestError) {
        return refuse(new Problem('malformed', 'The request names no address that this service could have.'), '/');
      }
      options.onError?.(error);
      return refuse(new Problem('internal', 'The host failed in a way that was not foreseen.', { cause: error }), '/');
    },
  });
  server.on('request', (incoming, outgoing) => void listener(incoming, outgoing));
  const origin = `http://${address}:${port}`;
  return {
    port,
    origin,
    windowUrl: `${origin}/?token=${window.token}`,
    cookie: window.cookie,
    close: () => stopListening(server),
  };
}

function startListening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new PortError(explainPort(port, error), { cause: error })));
    server.listen({ host: address, port, exclusive: true }, () => {
      server.removeAllListeners('error');
      resolve();
    });
  });
}

function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), lastAnswersMs);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}

function portOf(server: Server): number {
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new TypeError('The server has no TCP port.');
  return bound.port;
}

function explainPort(port: number, error: Error): string {
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return `Port ${port} is in use by another program.`;
  if (code === 'EACCES') return `Port ${port} may not be used by this account.`;
  return `Port ${port} cannot be listened on: ${error.message}`;
}
