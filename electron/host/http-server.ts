import { getRequestListener, RequestError } from '@hono/node-server';
import { Problem } from '../../shared/problems.ts';
import type { StaticFileHandler } from '../service/platform/http/static-file-handler.ts';
import { listLoopbackHosts } from '../service/features/local-api/loopback-hosts.ts';
import { startLoopbackServer, stopLoopbackServer } from '../service/features/local-api/loopback-server.ts';
import { rejectRequest } from '../service/features/local-api/reject-request.ts';
import { handleRequest, type ServiceFetch } from './handle-request.ts';
import { createWindowSession } from './window-session.ts';

export type HttpServer = {
  readonly port: number;
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  /** Opens the window: carries the token of this run. */
  readonly windowUrl: string;
  /** The window's cookie as a client sends it, for the development server. */
  readonly sessionCookie: string;
  /** Stops accepting, lets running answers finish for a moment, then cuts what is left (event streams, say). */
  readonly close: () => Promise<void>;
};

export type HttpServerOptions = {
  /** 0 for a free one. */
  readonly port: number;
  readonly fetch: ServiceFetch;
  readonly staticFiles: StaticFileHandler;
  readonly onError?: (error: unknown) => void;
};

const drainTimeoutMs = 500;

/** Serves the program on the loopback address, and on no other. Throws PortError where the port cannot be had. */
export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const { server, port, origin } = await startLoopbackServer(options.port);
  const hosts = listLoopbackHosts(port);
  const session = createWindowSession(port);
  const parts = { hosts, session, staticFiles: options.staticFiles, fetch: options.fetch };
  const listener = getRequestListener((request, { incoming }) => handleRequest(request, incoming.headers, parts), {
    errorHandler: (error) => {
      if (error instanceof RequestError) {
        return rejectRequest(
          new Problem('malformed', 'The request names no address that this service could have.'),
          '/',
        );
      }
      options.onError?.(error);
      return rejectRequest(
        new Problem('internal', 'The host failed in a way that was not foreseen.', { cause: error }),
        '/',
      );
    },
  });
  server.on('request', (incoming, outgoing) => void listener(incoming, outgoing));
  return {
    port,
    origin,
    windowUrl: `${origin}/?token=${session.token}`,
    sessionCookie: session.cookie,
    close: () => stopLoopbackServer(server, drainTimeoutMs),
  };
}
