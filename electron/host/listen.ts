import { getRequestListener, RequestError } from '@hono/node-server';
import { Problem } from '../../shared/problems.ts';
import type { StaticFiles } from '../service/http/static-files.ts';
import { loopbackHosts } from '../service/listening/local-hosts.ts';
import { startLoopbackServer, stopLoopbackServer } from '../service/listening/loopback-server.ts';
import { refuse } from '../service/listening/refuse.ts';
import { answer, type ServiceFetch } from './answer.ts';
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

const lastAnswersMs = 500;

/** Serves the program on the loopback address, and on no other. Throws PortError where the port cannot be had. */
export async function listen(options: ListenOptions): Promise<Listening> {
  const { server, port, origin } = await startLoopbackServer(options.port);
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
  return {
    port,
    origin,
    windowUrl: `${origin}/?token=${window.token}`,
    cookie: window.cookie,
    close: () => stopLoopbackServer(server, lastAnswersMs),
  };
}
