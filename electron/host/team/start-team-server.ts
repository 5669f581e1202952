import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener, RequestError } from '@hono/node-server';
import { Problem } from '../../../shared/contract/problems.ts';
import { rejectRequest } from '../../service/platform/http/build-response.ts';
import { startTcpServer, stopLoopbackServer, type ListenAddress } from '../../service/platform/http/loopback-server.ts';

/** A request as Node has it. */
export type NodeRequest = {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  /** The workspace of the request, once it is known. */
  workspaceId?: string;
};

export type TeamServer = {
  readonly port: number;
  /** `http://HOST:PORT` */
  readonly origin: string;
  /** Stops accepting connections, and ends running responses after this time. */
  readonly close: (drainTimeoutMs: number) => Promise<void>;
};

type TeamServerOptions = {
  readonly listen: ListenAddress;
  /** Returns the origin of the URLs that the response has, or the reason to reject the request. */
  readonly findOrigin: (incoming: IncomingMessage, own: Pick<TeamServer, 'origin' | 'port'>) => string | Problem;
  /** Responds to a request. One that expects it is told to continue first: `outgoing.writeContinue()`. */
  readonly fetch: (request: Request, node: NodeRequest) => Response | Promise<Response>;
  readonly onError: (error: unknown) => void;
};

/** Each client of events keeps a connection open. */
const maxConnections = 10_000;

/** Starts an HTTP server on an address. Throws PortError. */
export async function startTeamServer(options: TeamServerOptions): Promise<TeamServer> {
  const { server, port, origin } = await startTcpServer({ ...options.listen, maxConnections });
  const rejected = new WeakMap<IncomingMessage, Problem>();
  const listener = getRequestListener(
    (request, bindings) => {
      const node = bindings as NodeRequest; // the server has no HTTP/2
      const problem = rejected.get(node.incoming);
      return problem ? rejectRequest(problem, new URL(request.url).pathname) : options.fetch(request, node);
    },
    {
      errorHandler: (error) => {
        if (error instanceof RequestError)
          return rejectRequest(new Problem('malformed', 'The request URL is invalid.'), '/');
        options.onError(error);
        const detail = 'Something went wrong in the server. Send the request again.';
        return rejectRequest(new Problem('internal', detail, { cause: error }), '/');
      },
    },
  );
  const receive = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const found = options.findOrigin(incoming, { origin, port });
    if (found instanceof Problem) rejected.set(incoming, found);
    incoming.url = (found instanceof Problem ? origin : found) + getPath(incoming.url ?? '/');
    void listener(incoming, outgoing);
  };
  server.on('request', receive);
  // A node sends the body only after this one has accepted the request.
  server.on('checkContinue', receive);
  return { port, origin, close: (drainTimeoutMs) => stopLoopbackServer(server, drainTimeoutMs) };
}

/** Returns the path of a request target, which can be a whole URL. */
function getPath(target: string): string {
  if (target.startsWith('/')) return target;
  const url = URL.parse(target);
  return url ? `${url.pathname}${url.search}` : '/';
}
