import type { IncomingMessage } from 'node:http';
import { Problem } from '../../../shared/contract/problems.ts';
import { listLoopbackHosts } from '../../service/platform/http/loopback-hosts.ts';
import { isPublicStatusPath } from './node-status.ts';

/**
 * Returns the origin of the URLs that clients use, or the reason to reject a request: it names another host, or comes from a page of
 * another origin.
 */
export function findPublicOrigin(
  { headers: { host, origin }, url = '/' }: IncomingMessage,
  server: { readonly origin: string; readonly port: number },
  publicUrl: string | undefined,
): string | Problem {
  const known = publicUrl ?? server.origin;
  // Load balancers check a node by its own address.
  if (isPublicStatusPath(url)) return known;
  const hosts = [new URL(known).host, new URL(server.origin).host, ...listLoopbackHosts(server.port)];
  if (host === undefined || !hosts.includes(host.toLowerCase()))
    return new Problem('misdirected', `This server answers at ${known} only: a proxy must pass the Host header on.`);
  if (origin !== undefined && origin !== known)
    return new Problem('forbidden_origin', 'Pages of other origins may not use this address.');
  return publicUrl ?? `http://${host}`;
}
