import { getRequestListener, RequestError } from '@hono/node-server';
import { findRouteTree, isServicePath } from '../../platform/http/service-paths.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { findForeignRequest, listLoopbackHosts } from '../../platform/http/loopback-hosts.ts';
import { startLoopbackServer, stopLoopbackServer } from '../../platform/http/loopback-server.ts';
import { rejectRequest } from '../../platform/http/build-response.ts';

export type LocalApiServer = {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  /** Stops accepting requests. Resolves when running requests are answered, or closed after `drainTimeoutMs`. */
  readonly close: (drainTimeoutMs: number) => Promise<void>;
};

export type StartLocalApiServer = (options: {
  readonly port: number;
  /** Handles requests with an API key. */
  readonly fetch: (request: Request) => Response | Promise<Response>;
  readonly onError: (error: unknown) => void;
}) => Promise<LocalApiServer>;

/**
 * Serves `/v1` and signed URLs to other programs on this computer, with API keys only: no cookies, no pages, no `/app`.
 * Throws PortError if the port is unavailable.
 */
export const startLocalApiServer: StartLocalApiServer = async ({ port: requestedPort, fetch, onError }) => {
  const { server, port, origin } = await startLoopbackServer(requestedPort);
  const hosts = listLoopbackHosts(port);
  let isClosing = false;
  const listener = getRequestListener(
    (request, { incoming }) => {
      const { pathname } = new URL(request.url);
      const problem = findForeignRequest(request, incoming.headers, hosts);
      if (problem) return rejectRequest(problem, pathname);
      if (!isServicePath(pathname) || findRouteTree(pathname) === 'app')
        return rejectRequest(new Problem('not_found', `There is no resource at ${pathname}.`), pathname);
      return fetch(request);
    },
    {
      errorHandler: (error) => {
        if (error instanceof RequestError)
          return rejectRequest(new Problem('malformed', 'The request URL is invalid.'), '/');
        onError(error);
        return rejectRequest(
          new Problem('internal', 'Something went wrong in the local API server. Send the request again.'),
          '/',
        );
      },
    },
  );
  server.on('request', (incoming, outgoing) => {
    // A kept-alive connection would send more requests.
    if (isClosing) return void incoming.socket.destroy();
    outgoing.once('close', () => isClosing && server.closeIdleConnections());
    void listener(incoming, outgoing);
  });
  return {
    origin,
    close: (drainTimeoutMs) => {
      isClosing = true;
      return stopLoopbackServer(server, drainTimeoutMs);
    },
  };
};
