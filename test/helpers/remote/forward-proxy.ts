import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { HttpProxy } from '../../../electron/service/platform/network/find-proxies.ts';

export type ForwardProxy = {
  /** The settings that lead to it. */
  readonly settings: HttpProxy;
  /** Such as `CONNECT voice.example:443` or `GET http://voice.example/v1/calls`. */
  readonly requests: readonly string[];
  readonly headers: readonly IncomingMessage['headers'][];
  readonly countConnections: () => number;
  readonly close: () => Promise<void>;
};

type ForwardProxyOptions = {
  /** `user:password`; without it, the proxy is open. */
  readonly credentials?: string;
  /** Refuses every request with this status. */
  readonly status?: number;
  readonly tls?: { readonly key: string; readonly cert: string };
};

/** Starts an HTTP proxy. It looks names up itself: every host is this computer. */
export async function startForwardProxy({ credentials, status, tls }: ForwardProxyOptions = {}): Promise<ForwardProxy> {
  const requests: string[] = [];
  const headers: IncomingMessage['headers'][] = [];
  const sockets = new Set<Socket>();
  let connections = 0;

  /** Returns the status with which a request is refused. */
  const check = (message: IncomingMessage): number | undefined => {
    requests.push(`${message.method} ${message.url}`);
    headers.push(message.headers);
    const expected = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`;
    return expected && message.headers['proxy-authorization'] !== expected ? 407 : status;
  };

  const forward = (message: IncomingMessage, response: ServerResponse) => {
    const refused = check(message);
    if (refused !== undefined) return response.writeHead(refused, { 'Content-Type': 'text/html' }).end('<p>No</p>');
    const { port, pathname, search } = new URL(message.url ?? '');
    const { 'proxy-authorization': _, ...passed } = message.headers;
    const target = request({
      host: '127.0.0.1',
      port,
      path: `${pathname}${search}`,
      method: message.method,
      headers: passed,
    });
    target.on('response', (answer) => answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers)));
    target.on('error', () => response.destroy());
    return message.pipe(target);
  };

  const tunnel = (message: IncomingMessage, client: Socket, head: Buffer) => {
    client.on('error', () => {}); // `close` follows
    const refused = check(message);
    if (refused !== undefined) return client.end(`HTTP/1.1 ${refused} Refused\r\nContent-Length: 2\r\n\r\nNo`);
    const port = Number(/\d+$/.exec(message.url ?? '')?.[0]);
    const target = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      target.write(head);
      target.pipe(client).pipe(target);
    });
    sockets.add(target);
    client.on('close', () => target.destroy());
    return target.on('error', () => client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'));
  };

  const server = tls ? createTlsServer(tls, forward) : createServer(forward);
  server.on('connect', tunnel);
  server.on('connection', (socket: Socket) => {
    connections++;
    sockets.add(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on a port
  const authorization = credentials === undefined ? null : `Basic ${Buffer.from(credentials).toString('base64')}`;
  return {
    settings: { host: '127.0.0.1', port, isTls: tls !== undefined, authorization },
    requests,
    headers,
    countConnections: () => connections,
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
