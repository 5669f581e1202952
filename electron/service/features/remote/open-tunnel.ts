import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { formatAuthority, type HttpProxy } from '../../platform/network/find-proxies.ts';
import type { Endpoint } from './base-url.ts';
import { ConnectionError } from './connection-error.ts';
import { explainRefusal } from './explain-connection-error.ts';

type TunnelOptions = { readonly endpoint: Endpoint; readonly proxy: HttpProxy; readonly signal: AbortSignal };

/**
 * Asks a proxy, to which the socket is connected, for a tunnel to an endpoint (RFC 9110, section 9.3.6). Returns the socket,
 * which then leads to the endpoint. Rejects with ConnectionError if the proxy refuses.
 */
export async function openTunnel(socket: Socket, { endpoint, proxy, signal }: TunnelOptions): Promise<Socket> {
  const authority = formatAuthority(endpoint);
  const asking = request({
    method: 'CONNECT',
    path: authority,
    headers: {
      Host: authority,
      Connection: 'keep-alive',
      'User-Agent': 'Switchboard',
      ...createProxyHeaders(proxy),
    },
    createConnection: () => socket,
    signal,
  });
  asking.end();
  // `once` does not declare the arguments of the event.
  const [{ statusCode = 0 }, tunnel, head] = (await once(asking, 'connect')) as [IncomingMessage, Socket, Buffer];
  if (statusCode < 200 || statusCode > 299) throw createRefusal(statusCode, endpoint, proxy);
  if (head.length > 0) tunnel.unshift(head);
  return tunnel;
}

export function createProxyHeaders({ authorization }: HttpProxy): Readonly<Record<string, string>> {
  return authorization === null ? {} : { 'Proxy-Authorization': authorization };
}

/** Returns the error of a proxy that responds itself instead of opening a tunnel. */
export function createRefusal(status: number, endpoint: Endpoint, proxy: HttpProxy): ConnectionError {
  return new ConnectionError('tunnel', `HTTP_${status}`, explainRefusal(status, endpoint, proxy));
}
