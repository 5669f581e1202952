import type { IncomingHttpHeaders } from 'node:http';
import { isLoopbackOrigin } from '../service/features/local-api/loopback-hosts.ts';
import type { Caller } from '../service/service.ts';
import type { WindowSession } from './window-session.ts';

/**
 * The window is who carries its cookie and comes from its own pages. Other servers on this machine are the same site to
 * a browser, cookie included: `Sec-Fetch-Site` tells them apart, and what changes something must prove its origin.
 */
export function classifyCaller(
  method: string,
  headers: IncomingHttpHeaders,
  hosts: ReadonlySet<string>,
  window: WindowSession,
): Caller {
  if (headers.authorization !== undefined || headers['x-api-key'] !== undefined) return 'api';
  if (!window.hasValidCookie(headers.cookie)) return 'api';
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return 'api';
  if (method === 'GET' || method === 'HEAD') return 'window';
  const provesOrigin =
    site === 'same-origin' || (headers.origin !== undefined && isLoopbackOrigin(headers.origin, hosts));
  return provesOrigin ? 'window' : 'api';
}
