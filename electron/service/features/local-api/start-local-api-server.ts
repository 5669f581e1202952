import { getRequestListener, RequestError } from '@hono/node-server';
import { isServicePath, findRouteTree } from '../../../../shared/contract.ts';
import { Problem } from '../../../../shared/problems.ts';
import { isLocalRequest, listLoopbackHosts } from './loopback-hosts.ts';
import { startLoopbackServer, stopLoopbackServer } from './loopback-server.ts';
import { rejectRequest } from './reject-request.ts';

export type LocalApiServer = {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  /** Takes no more requests at once; resolves when the running ones are answered, or cut after `lastAnswersMs`. */
  readonly close: (lastAnswersMs: number) => Promise<void>;
};

export type StartLocalApiServer = (options: {
  readonly port: number;
  /** Answers whoever has a key. */
  readonly fetch: (request: Request) => Response | Promise<Response>;
  readonly onError: (error: unknown) => void;
}) => Promise<LocalApiServer>;

/**
 * Offers `/v1` and what it signs addresses of to other programs of this machine, by their keys alone: no cookie, no page of
 * the window, nothing of `/app`. Throws PortError where the port cannot be had.
 */
export const startLocalApiServer: StartLocalApiServer = async ({ port: wantedPort, fetch, onError }) => {
  const { server, port, origin } = await startLoopbackServer(wantedPort);
  const hosts = listLoopbackHosts(port);
  let isClosing = false;
  const listener = getRequestListener(
    (request, { incoming }) => {
      const { pathname } = new URL(request.url);
      if (!isLocalRequest(incoming.headers, hosts))
        return rejectRequest(
          new Problem('forbidden_origin', 'Only programs of this computer may use this address.'),
          pathname,
        );
      if (!isServicePath(pathname) || findRouteTree(pathname) === 'app')
        return rejectRequest(new Problem('not_found', `There is nothing at ${pathname}.`), pathname);
      return fetch(request);
    },
    {
      errorHandler: (error) => {
        if (error instanceof RequestError)
          return rejectRequest(
            new Problem('malformed', 'The request names no address that this service could have.'),
            '/',
          );
        onError(error);
        return rejectRequest(new Problem('internal', 'The listener failed in a way that was not foreseen.'), '/');
      },
    },
  );
  server.on('request', (incoming, outgoing) => {
    // A connection that is kept alive would go on asking.
    if (isClosing) return void incoming.socket.destroy();
    outgoing.once('close', () => isClosing && server.closeIdleConnections());
    void listener(incoming, outgoing);
  });
  return {
    origin,
    close: (lastAnswersMs) => {
      isClosing = true;
      return stopLoopbackServer(server, lastAnswersMs);
    },
  };
};
