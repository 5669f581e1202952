import { Agent, type ClientRequestArgs, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ProxyChoice } from '../../platform/network/find-proxies.ts';
import { getEndpoint, type Endpoint } from './base-url.ts';
import type { Connector } from './open-connection.ts';

/** The options of a request, from which its agent chooses the connection. */
export type AgentRequest = ClientRequestArgs & { readonly proxy?: ProxyChoice };

export type KeepAlive = {
  /** Milliseconds that a connection is kept without a request; undefined for no limit. */
  readonly maxIdleMs?: number;
  /** Keeps only connections that the remote announced to keep for a while. A remote can close any other just when a request is sent. */
  readonly isAnnouncedOnly?: boolean;
};

/** A shorter time can end while a request is on its way. */
const leastAnnouncedSeconds = 2;

/**
 * An agent for one origin. A request is given to a connection only after that is open and its certificate checked, so that a
 * request without a connection was not sent. A connection is reused only for requests through the same proxy.
 */
export class ConnectorAgent extends Agent {
  readonly #connect: Connector;
  readonly #endpoint: Endpoint;
  readonly #isAnnouncedOnly: boolean;
  readonly #announced = new WeakSet<Duplex>();

  /** Without `keepAlive`, each request has its own connection. */
  constructor(connect: Connector, origin: URL, keepAlive: KeepAlive | null) {
    const { maxIdleMs, isAnnouncedOnly = false } = keepAlive ?? {};
    super({
      keepAlive: keepAlive !== null,
      maxSockets: 16,
      // As many as the outbox uses at a time: connections that were just used by a batch of changes are needed by the next one.
      maxFreeSockets: 8,
      ...(maxIdleMs && { timeout: maxIdleMs }),
    });
    this.#connect = connect;
    this.#endpoint = getEndpoint(origin);
    this.#isAnnouncedOnly = isAnnouncedOnly;
  }

  /** Call it for each response, before its end. */
  noteResponse({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): void {
    const [, seconds = '0'] = /\btimeout=(\d+)/i.exec(headers['keep-alive']?.toString() ?? '') ?? [];
    if (Number(seconds) >= leastAnnouncedSeconds) this.#announced.add(socket);
    else this.#announced.delete(socket);
  }

  override keepSocketAlive(socket: Duplex): boolean {
    // The declared type of this method has no result.
    const isKept: unknown = (!this.#isAnnouncedOnly || this.#announced.has(socket)) && super.keepSocketAlive(socket);
    return isKept === true;
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
