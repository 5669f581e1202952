// Public: other features may import this file.
import { isLoopbackHost } from '../../../../shared/workspaces/loopback-host.ts';
import type { ConnectionSettings } from '../../../../shared/workspaces/connection.ts';

/** A base URL in one form, so that equal addresses are equal, or the reason why it cannot be used, as a sentence. */
export type CheckedBaseUrl = { readonly baseUrl: string } | { readonly reason: string };

/** Checks a base URL without sending anything. HTTP is for this computer only, unless the user allows it. */
export function checkBaseUrl({
  base_url,
  allow_http,
}: Pick<ConnectionSettings, 'base_url' | 'allow_http'>): CheckedBaseUrl {
  const url = URL.parse(base_url.trim());
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '')
    return { reason: 'Enter a URL that starts with https://, such as https://example.com/v1.' };
  if (url.username !== '' || url.password !== '')
    return { reason: 'Remove the user name and the password from the URL. The API key is entered separately.' };
  if (url.search !== '' || url.hash !== '') return { reason: 'Remove everything from the URL after its path.' };
  if (!isProtocolAllowed(url, allow_http))
    return { reason: 'HTTP sends the API key without encryption. Use https://, or allow HTTP for this connection.' };
  return { baseUrl: formatBaseUrl(url) };
}

export function formatBaseUrl({ origin, pathname }: Pick<URL, 'origin' | 'pathname'>): string {
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}

/** Returns whether a URL uses HTTPS, or HTTP where a connection may use it. */
export function isProtocolAllowed({ protocol, hostname }: URL, allowHttp: boolean): boolean {
  return protocol === 'https:' || (protocol === 'http:' && (allowHttp || isLoopbackHost(hostname)));
}

export type Endpoint = { readonly host: string; readonly port: number; readonly isTls: boolean };

/** Returns where to connect for a URL: an IPv6 address without brackets, and always a port, even the default one. */
export function getEndpoint({ protocol, hostname, port }: URL): Endpoint {
  const isTls = protocol === 'https:';
  return { host: hostname.replaceAll(/^\[|\]$/g, ''), port: Number(port || (isTls ? 443 : 80)), isTls };
}

/**
 * Returns the base URL to which the remote redirects, from the URL to which it redirects an operation; null if the redirect
 * changes the path of the operation as well.
 */
export function findRedirectedBase(target: URL, path: string): string | null {
  if (!target.pathname.endsWith(path)) return null;
  return formatBaseUrl({ origin: target.origin, pathname: target.pathname.slice(0, -path.length) });
}
