import type { IncomingHttpHeaders } from 'node:http';
import { isOwnOrigin } from '../service/listening/local-hosts.ts';
import type { Caller } from '../service/service.ts';
import type { WindowToken } from './window-token.ts';

/**
 * The window is who carries its cookie and comes from its own pages. Other servers on this machine are the same site to
 * a browser, cookie included: `Sec-Fetch-Site` tells them apart, and what changes something must prove its origin.
 */
export function tellCaller(
  method: string,
  headers: IncomingHttpHeaders,
  hosts: ReadonlySet<string>,
  window: WindowToken,
): Caller {
  if (headers.authorization !== undefined || headers['x-api-key'] !== undefined) return 'network';
  if (!window.isInCookies(headers.cookie)) return 'network';
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return 'network';
  if (method === 'GET' || method === 'HEAD') return 'window';
  const provesOrigin = site === 'same-origin' || (headers.origin !== undefined && isOwnOrigin(headers.origin, hosts));
  return provesOrigin ? 'window' : 'network';
}
