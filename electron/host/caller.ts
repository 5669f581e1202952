import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '../service/service.ts';
import type { WindowToken } from './window-token.ts';

/** The names under which this machine reaches a server on its own loopback address. */
export function loopbackHosts(port: number): ReadonlySet<string> {
  const names = ['127.0.0.1', 'localhost', '[::1]'];
  return new Set(names.flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`])));
}

/** A page of another origin, or a name that only resolves to this machine (DNS rebinding), has no business here. */
export function isFromHere(headers: IncomingHttpHeaders, hosts: ReadonlySet<string>): boolean {
  const { host, origin } = headers;
  if (host === undefined || !hosts.has(host.toLowerCase())) return false;
  return origin === undefined || isOwnOrigin(origin, hosts);
}

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

function isOwnOrigin(origin: string, hosts: ReadonlySet<string>): boolean {
  return origin.startsWith('http://') && hosts.has(origin.slice('http://'.length).toLowerCase());
}
