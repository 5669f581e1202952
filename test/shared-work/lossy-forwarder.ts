import { once } from 'node:events';
import { createServer, request as startRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What happens to a request: it is lost, or its response is. */
export type Loss = 'request' | 'response' | null;

export type LossyForwarder = {
  readonly origin: string;
  readonly setOnline: (isOnline: boolean) => void;
  /** Decides about each request that changes something. */
  readonly setLoss: (decide: (request: IncomingMessage) => Loss) => void;
  /** Runs before each response is forwarded, after the service has sent it. */
  readonly setBeforeResponse: (run: (request: IncomingMessage) => Promise<unknown>) => void;
  readonly close: () => Promise<void>;
};

/** Forwards requests to a service on another loopback port, in its own name, and loses some of them. */
export async function startLossyForwarder(target: URL): Promise<LossyForwarder> {
  let isOnline = true;
  let decide: (request: IncomingMessage) => Loss = () => null;
  let runBeforeResponse: (request: IncomingMessage) => Promise<unknown> = () => Promise.resolve();
  const forward = (incoming: IncomingMessage, response: ServerResponse) => {
    const drop = () => incoming.socket.resetAndDestroy();
    const loss = incoming.method === 'GET' ? null : decide(incoming);
    if (!isOnline || loss === 'request') {
      drop();
      return;
    }
    const { url: path = '', method = 'GET' } = incoming;
    const headers = { ...incoming.headers, host: target.host };
    const outgoing = startRequest({ host: target.hostname, port: target.port, path, method, headers, agent: false });
    outgoing.on('error', drop);
    outgoing.on('response', (answer) => {
      if (!isOnline || loss === 'response') {
        answer.resume();
        answer.on('end', drop);
        return;
      }
      answer.on('error', drop);
      const forwardAnswer = async () => {
        await runBeforeResponse(incoming);
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      };
      forwardAnswer().catch(drop);
    });
    response.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  };
  const server = createServer(forward).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // it listens on a port
    setOnline: (next) => {
      isOnline = next;
      if (!next) server.closeAllConnections();
    },
    setLoss: (next) => (decide = next),
    setBeforeResponse: (next) => (runBeforeResponse = next),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
