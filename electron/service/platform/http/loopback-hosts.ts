import type { IncomingHttpHeaders } from 'node:http';
import { Problem } from '../../../../shared/contract/problems.ts';

/** Returns the Host header values of requests to a loopback server. */
export function listLoopbackHosts(port: number): ReadonlySet<string> {
  const names = ['127.0.0.1', 'localhost', '[::1]'];
  return new Set(names.flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`])));
}

/**
 * Finds the reason to reject a request, or returns null. The address must be this server's, both in the Host header and in
 * an absolute request target: a name that resolves to this computer (DNS rebinding) is refused, and every URL that a response
 * builds from the request has this server's origin. Pages of other origins are refused as well.
 */
export function findForeignRequest(
  { url }: Request,
  { host, origin }: IncomingHttpHeaders,
  hosts: ReadonlySet<string>,
): Problem | null {
  const target = url.slice(0, url.indexOf('/', 'https://'.length));
  if (host === undefined || !hosts.has(host.toLowerCase()) || !isLoopbackOrigin(target, hosts))
    return new Problem('misdirected', 'This server answers only at its own address on this computer.');
  if (origin === undefined || isLoopbackOrigin(origin, hosts)) return null;
  return new Problem('forbidden_origin', 'Only programs and pages on this computer may use this address.');
}

export function isLoopbackOrigin(origin: string, hosts: ReadonlySet<string>): boolean {
  return origin.startsWith('http://') && hosts.has(origin.slice('http://'.length).toLowerCase());
}

/** Thrown if a port cannot be opened. The message is a sentence for the user. */
export class PortError extends Error {
  override readonly name = 'PortError';
}

export function formatPortError(port: number, error: Error): string {
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return `Port ${port} is in use by another program.`;
  if (code === 'EACCES') return `Your account is not allowed to use port ${port}.`;
  return `Port ${port} could not be opened: ${error.message}`;
}
