import type { IncomingHttpHeaders } from 'node:http';
import { isLoopbackOrigin } from '../service/platform/http/loopback-hosts.ts';
import type { Caller } from '../service/service.ts';
import type { WindowSession } from './window-session.ts';

/**
 * Returns `window` if a request has the window's cookie and comes from its own pages. A browser treats other servers on the
 * same computer as the same site and sends them the cookie: `Sec-Fetch-Site` distinguishes them, and a write must prove its
 * origin.
 */
export function classifyCaller(
  method: string,
  headers: IncomingHttpHeaders,
  hosts: ReadonlySet<string>,
  session: WindowSession,
): Caller {
  if (headers.authorization !== undefined || headers['x-api-key'] !== undefined) return 'api';
  if (!session.hasValidCookie(headers.cookie)) return 'api';
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return 'api';
  if (method === 'GET' || method === 'HEAD') return 'window';
  const hasProvenOrigin =
    site === 'same-origin' || (headers.origin !== undefined && isLoopbackOrigin(headers.origin, hosts));
  return hasProvenOrigin ? 'window' : 'api';
}
