import { Agent, type ClientRequestArgs } from 'node:http';
import type { Socket } from 'node:net';
import type { ProxyChoice } from '../../platform/network/find-proxies.ts';
import { getEndpoint, type Endpoint } from './base-url.ts';
import type { Connector } from './open-connection.ts';

/** The options of a request, from which its agent chooses the connection. */
export type AgentRequest = ClientRequestArgs & { readonly proxy?: ProxyChoice };

/**
 * An agent for one origin. A request is given to a connection only after that is open and its certificate checked, so that a
 * request without a connection was not sent. A connection is reused only for requests through the same proxy.
 */
export class ConnectorAgent extends Agent {
  readonly #connect: Connector;
  readonly #endpoint: Endpoint;

  constructor(connect: Connector, origin: URL, { keepAlive }: { readonly keepAlive: boolean }) {
    super({ keepAlive, maxSockets: 16, maxFreeSockets: 4 });
    this.#connect = connect;
    this.#endpoint = getEndpoint(origin);
  }

  /** Closes the connections that no request uses. */
  closeIdle(): void {
    for (const socket of Object.values(this.freeSockets).flat()) socket?.destroy();
  }

  override getName(options?: Parameters<Agent['getName']>[0] & Pick<AgentRequest, 'proxy'>): string {
    return `${super.getName(options)} ${JSON.stringify(options?.proxy ?? null)}`;
  }

  override createConnection(
    { proxy = null }: AgentRequest,
    callback?: (error: Error | null, socket: Socket) => void,
  ): undefined {
    // oxlint-disable promise/no-callback-in-promise -- the interface of an agent is a callback
    this.#connect(this.#endpoint, proxy).then(
      (socket) => callback?.(null, socket),
      (error: Error) => callback?.(error, undefined as never), // the type declares a socket also beside an error
    );
  }
}
