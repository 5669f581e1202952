import type { IncomingHttpHeaders } from 'node:http';

/** Returns the Host header values of requests to a loopback server. */
export function listLoopbackHosts(port: number): ReadonlySet<string> {
  const names = ['127.0.0.1', 'localhost', '[::1]'];
  return new Set(names.flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`])));
}

/** Rejects pages of other origins, and host names that resolve to this computer (DNS rebinding). */
export function isLocalRequest(headers: IncomingHttpHeaders, hosts: ReadonlySet<string>): boolean {
  const { host, origin } = headers;
  if (host === undefined || !hosts.has(host.toLowerCase())) return false;
  return origin === undefined || isLoopbackOrigin(origin, hosts);
}

export function isLoopbackOrigin(origin: string, hosts: ReadonlySet<string>): boolean {
  return origin.startsWith('http://') && hosts.has(origin.slice('http://'.length).toLowerCase());
}
