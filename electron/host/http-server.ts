import { getRequestListener, RequestError } from '@hono/node-server';
import { Problem } from '../../shared/contract/problems.ts';
import type { StaticFileHandler } from '../service/platform/http/static-file-handler.ts';
import { listLoopbackHosts } from '../service/platform/http/loopback-hosts.ts';
import { startLoopbackServer, stopLoopbackServer } from '../service/platform/http/loopback-server.ts';
import { rejectRequest } from '../service/platform/http/build-response.ts';
import { handleRequest, type ServiceFetch } from './handle-request.ts';
import { createWindowSession, type WindowSession } from './window-session.ts';

export type HttpServer = {
  readonly port: number;
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  /** Stops accepting connections, waits briefly for running responses, and then ends the others, such as event streams. */
  readonly close: () => Promise<void>;
};

export type HttpServerOptions = {
  /** 0 for a free port. */
  readonly port: number;
  /** Without it, no window can sign in. */
  readonly session?: WindowSession;
  readonly fetch: ServiceFetch;
  readonly staticFiles: StaticFileHandler;
  readonly onError?: (error: unknown) => void;
};

const drainTimeoutMs = 500;

/** Starts the server on the loopback address only. Throws PortError if the port is not available. */
export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const { server, port, origin } = await startLoopbackServer(options.port);
  const hosts = listLoopbackHosts(port);
  const { session = createWindowSession(), staticFiles, fetch } = options;
  const handlerOptions = { hosts, session, staticFiles, fetch };
  const listener = getRequestListener(
    (request, { incoming }) => handleRequest(request, incoming.headers, handlerOptions),
    {
      errorHandler: (error) => {
        if (error instanceof RequestError) {
          return rejectRequest(new Problem('malformed', 'The Host header of the request is not valid.'), '/');
        }
        options.onError?.(error);
        return rejectRequest(
          new Problem('internal', 'Something went wrong in Switchboard. Try again.', { cause: error }),
          '/',
        );
      },
    },
  );
  server.on('request', (incoming, outgoing) => void listener(incoming, outgoing));
  return {
    port,
    origin,
    close: () => stopLoopbackServer(server, drainTimeoutMs),
  };
}
