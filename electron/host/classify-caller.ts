import type { IncomingHttpHeaders } from 'node:http';
import { windowSecretHeader } from '../../shared/window/window-session.ts';
import { isLoopbackOrigin } from '../service/platform/http/loopback-hosts.ts';
import type { Caller } from '../service/service.ts';
import type { WindowSession } from './window-session.ts';

const secretField = windowSecretHeader.toLowerCase();

/**
 * Returns `window` if a request has the secret of the window and comes from its own pages. The secret alone is proof; the
 * fields that browsers add to a request must not contradict it, and a write must have one of them.
 */
export function classifyCaller(
  method: string,
  headers: IncomingHttpHeaders,
  hosts: ReadonlySet<string>,
  session: WindowSession,
): Caller {
  if (headers.authorization !== undefined || headers['x-api-key'] !== undefined) return 'api';
  if (!session.isValidSecret(readField(headers, secretField))) return 'api';
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return 'api';
  return method === 'GET' || method === 'HEAD' || isFromOwnPage(headers, hosts) ? 'window' : 'api';
}

/** Returns whether the browser says that a page of this server sent the request. */
export function isFromOwnPage(headers: IncomingHttpHeaders, hosts: ReadonlySet<string>): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  if (site !== undefined) return site === 'same-origin';
  return origin !== undefined && isLoopbackOrigin(origin, hosts);
}

export function readField(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}
