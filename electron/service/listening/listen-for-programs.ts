import { getRequestListener, RequestError } from '@hono/node-server';
import { isServicePath, treeOf } from '../../../shared/contract.ts';
import { Problem } from '../../../shared/problems.ts';
import { isFromHere, loopbackHosts } from './local-hosts.ts';
import { startLoopbackServer, stopLoopbackServer } from './loopback-server.ts';
import { refuse } from './refuse.ts';

export type ProgramListener = {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  /** Takes no more requests at once; resolves when the running ones are answered, or cut after `lastAnswersMs`. */
  readonly close: (lastAnswersMs: number) => Promise<void>;
};

export type ListenForPrograms = (options: {
  readonly port: number;
  /** Answers whoever has a key. */
  readonly fetch: (request: Request) => Response | Promise<Response>;
  readonly onError: (error: unknown) => void;
}) => Promise<ProgramListener>;

/**
 * Offers `/v1` and what it signs addresses of to other programs of this machine, by their keys alone: no cookie, no page of
 * the window, nothing of `/app`. Throws PortError where the port cannot be had.
 */
export const listenForPrograms: ListenForPrograms = async ({ port: wantedPort, fetch, onError }) => {
  const { server, port, origin } = await startLoopbackServer(wantedPort);
  const hosts = loopbackHosts(port);
  let isClosing = false;
  const listener = getRequestListener(
    (request, { incoming }) => {
      const { pathname } = new URL(request.url);
      if (!isFromHere(incoming.headers, hosts))
        return refuse(
          new Problem('forbidden_origin', 'Only programs of this computer may use this address.'),
          pathname,
        );
      if (!isServicePath(pathname) || treeOf(pathname) === 'app')
        return refuse(new Problem('not_found', `There is nothing at ${pathname}.`), pathname);
      return fetch(request);
    },
    {
      errorHandler: (error) => {
        if (error instanceof RequestError)
          return refuse(new Problem('malformed', 'The request names no address that this service could have.'), '/');
        onError(error);
        return refuse(new Problem('internal', 'The listener failed in a way that was not foreseen.'), '/');
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
