import { Agent, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Problem } from '../../../shared/contract/problems.ts';
import type { NodeRequest } from './start-team-server.ts';

/** Headers that nodes add to a request that they forward. */
export const nodeHeaders = {
  secret: 'switchboard-secret',
  organization: 'switchboard-organization',
  origin: 'switchboard-origin',
} as const;

/** The header of a response by which a node refuses a request, before it has read the body. */
export const notOwnerHeader = 'switchboard-not-owner';

/**
 * `responded`: the response has been sent, or its start. `refused`: the node has not processed the request, whose body was not sent.
 * `interrupted`: the node may have processed it, but no response arrived.
 */
export type ForwardResult = 'responded' | 'refused' | 'interrupted';

type ForwardOptions = {
  /** `HOST:PORT` */
  readonly address: string;
  readonly organization: string;
  readonly secret: string;
  readonly origin: string;
  /** The body, if it was read already. */
  readonly body: Uint8Array | null;
  /** Aborted when the node is given up. */
  readonly signal: AbortSignal;
};

/** A body up to this size is sent with the headers, which saves the time to ask whether the node accepts the request. */
const smallBodyBytes = 64 * 1024;

/** Reads the body of a request if it is small, so that it can be sent to one node after another. Throws Problem `malformed`. */
export async function readSmallBody(incoming: IncomingMessage): Promise<Uint8Array | null> {
  const { 'content-length': length = '0', expect } = incoming.headers;
  if (Number(length) === 0 || Number(length) > smallBodyBytes || expect !== undefined) return null;
  try {
    return await buffer(incoming);
  } catch (cause) {
    throw new Problem('malformed', 'The body is incomplete.', { cause });
  }
}

const agent = new Agent({ keepAlive: true });

/** Headers of one connection (RFC 9110, section 7.6.1), and of a body that is sent once the node has accepted the request. */
const connectionHeaders = [
  'connection',
  'expect',
  'keep-alive',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
];

/** Sends a request to another node, and its response to the client, as they arrive. */
export function forwardRequest({ incoming, outgoing }: NodeRequest, options: ForwardOptions): Promise<ForwardResult> {
  const { headers, method = 'GET' } = incoming;
  const { body } = options;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  const isStreamed = hasBody && !body;
  const url = new URL(incoming.url ?? '/', 'http://node');
  const upstream = request(`http://${options.address}${url.pathname}${url.search}`, {
    agent,
    method,
    headers: {
      ...removeConnectionHeaders(headers),
      ...(headers['transfer-encoding'] !== undefined && { 'transfer-encoding': 'chunked' }),
      ...(isStreamed && { expect: '100-continue' }),
      [nodeHeaders.secret]: options.secret,
      [nodeHeaders.organization]: options.organization,
      [nodeHeaders.origin]: options.origin,
    },
    signal: options.signal,
  });
  let isAccepted = false;
  const cancel = () => upstream.destroy();
  outgoing.once('close', cancel);
  return new Promise((resolve) => {
    upstream.on('socket', (socket) => {
      if (isStreamed) return;
      if (socket.connecting) socket.once('connect', () => (isAccepted = true));
      else isAccepted = true;
    });
    upstream.on('continue', () => {
      isAccepted = true;
      if (headers.expect) outgoing.writeContinue();
      incoming.pipe(upstream);
    });
    upstream.on('response', (response) => {
      if (response.headers[notOwnerHeader] !== undefined) {
        response.resume();
        outgoing.off('close', cancel);
        return resolve('refused');
      }
      sendResponse(response, outgoing);
      resolve('responded');
    });
    upstream.on('error', () => {
      outgoing.off('close', cancel);
      resolve(isAccepted ? 'interrupted' : 'refused');
    });
    if (isStreamed) upstream.flushHeaders();
    else upstream.end(body ?? undefined);
  });
}

function sendResponse(response: IncomingMessage, outgoing: NodeRequest['outgoing']): void {
  outgoing.writeHead(response.statusCode ?? 502, removeConnectionHeaders(response.headers));
  // An event stream sends its headers before its first event.
  outgoing.flushHeaders();
  // If the node ends in the middle of it, the client notices, too.
  pipeline(response, outgoing, (error) => {
    if (error) outgoing.destroy();
  });
}

function removeConnectionHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !connectionHeaders.includes(name)));
}
