import { once } from 'node:events';
import {
  createServer,
  request,
  type ClientRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient } from '../../../shared/contract/client.ts';
import { routeTreePaths, v1Routes } from '../../../shared/contract/contract.ts';
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts';
import { startServe } from '../service/start-host.ts';

/** A gateway responds with an error status instead of the remote, before or after it has forwarded the request. */
export type GatewayFault = { readonly status: number; readonly isForwarded: boolean };

/** A second process of the application, behind a network that can fail. */
export type RemoteServer = {
  /** What a linked workspace needs to connect to it through the proxy. */
  readonly connection: { readonly base_url: string; readonly org_id: string; readonly api_key: string };
  readonly proxy: FaultProxy;
  /** Whether it serves its OpenAPI document. Without it, nobody knows that it honours Idempotency-Key. */
  readonly setDescribed: (isDescribed: boolean) => void;
  /** Decides about every request from now on; null to forward them all. */
  readonly setGatewayFault: (find: FindGatewayFault | null) => void;
  /** Whether the connection of every change is cut: after 10,000 bytes, or before the response to a shorter one. */
  readonly setChangesCut: (areCut: boolean) => void;
  /** Read without the proxy. */
  readonly countCalls: () => Promise<number>;
  readonly countRequests: (name: string) => Promise<number>;
  readonly listDocumentTitles: () => Promise<readonly string[]>;
  readonly stop: () => Promise<void>;
};

type FindGatewayFault = () => GatewayFault | undefined;

const cutAfterBytes = 10_000;

/** Starts `serve` with the demo in a folder. */
export async function startRemoteServer(dataDir: string): Promise<RemoteServer> {
  const served = await startServe(dataDir, '--demo', '--rate-limit', '0');
  const { base_url, org_id, keys } = served.line;
  if (!keys) throw new Error('The remote printed no API keys.');
  let isDescribed = true;
  let findGatewayFault: FindGatewayFault | null = null;
  let areChangesCut = false;
  const forwarder = createServer((incoming, outgoing) => {
    const isHidden = !isDescribed && incoming.url?.endsWith('/openapi.json') === true;
    const fault = isHidden ? { status: 404, isForwarded: false } : findGatewayFault?.();
    if (areChangesCut && incoming.method !== 'GET') forwardAndCut(incoming, new URL(served.origin));
    else if (fault?.isForwarded === false) refuse(incoming, outgoing, fault.status);
    else forward(incoming, outgoing, new URL(served.origin), fault?.status);
  });
  forwarder.listen(0, '127.0.0.1');
  await once(forwarder, 'listening');
  const proxy = await startFaultProxy((forwarder.address() as AddressInfo).port); // it listens on a port
  const authorization = { Authorization: `Bearer ${keys.admin}` };
  const v1 = createClient(base_url, (url, init) =>
    fetch(url, { ...init, headers: { ...Object.fromEntries(new Headers(init.headers)), ...authorization } }),
  );
  const query = { limit: 200 };
  const countCalls = async () => {
    let total = 0;
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await v1(v1Routes.listCalls, { query: { ...query, ...(cursor && { cursor }) } });
      total += page.data.length;
      cursor = page.next_cursor;
    }
    return total;
  };
  return {
    connection: { base_url: `${proxy.origin}${routeTreePaths.v1}`, org_id, api_key: keys.admin },
    proxy,
    setDescribed: (next) => (isDescribed = next),
    setGatewayFault: (find) => (findGatewayFault = find),
    setChangesCut: (areCut) => (areChangesCut = areCut),
    countCalls,
    countRequests: async (name) =>
      (await v1(v1Routes.listAgentRequests, { query })).data.filter((one) => one.name === name).length,
    listDocumentTitles: async () => (await v1(v1Routes.listDocuments, { query })).data.map(({ title }) => title),
    stop: async () => {
      await proxy.close();
      await closeServer(forwarder);
      await served.stop();
    },
  };
}

/** Responds with an error status once the request has arrived. */
function refuse(incoming: IncomingMessage, outgoing: ServerResponse, status: number): void {
  incoming.resume();
  incoming.once('end', () => outgoing.writeHead(status).end());
}

/** Passes a change on, and cuts the connection after some of it, or before the response. */
function forwardAndCut(incoming: IncomingMessage, target: URL): void {
  const cut = () => {
    passed.destroy();
    incoming.socket.resetAndDestroy();
  };
  const passed = sendOn(incoming, target, cut);
  passed.on('error', cut);
  let received = 0;
  incoming.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received > cutAfterBytes) cut();
  });
}

/**
 * Passes a request on under the server's own address, because it refuses others. With `replacedStatus`, the response is an error of
 * this status instead of the server's response.
 */
function forward(incoming: IncomingMessage, outgoing: ServerResponse, target: URL, replacedStatus?: number): void {
  const passed = sendOn(incoming, target, (response) => {
    if (replacedStatus !== undefined) {
      response.resume();
      outgoing.writeHead(replacedStatus).end();
      return;
    }
    outgoing.writeHead(response.statusCode ?? 500, response.headers);
    response.pipe(outgoing);
    response.on('error', () => outgoing.destroy());
  });
  passed.on('error', () => outgoing.destroy());
}

function sendOn(
  incoming: IncomingMessage,
  target: URL,
  onResponse: (response: IncomingMessage) => void,
): ClientRequest {
  const { method, url, headers } = incoming;
  const { host, hostname, port } = target;
  const passed = request({ host: hostname, port, method, path: url, headers: { ...headers, host } }, onResponse);
  // A client that gives up while it sends has not made the request.
  incoming.on('aborted', () => passed.destroy());
  incoming.pipe(passed);
  return passed;
}

async function closeServer(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}
