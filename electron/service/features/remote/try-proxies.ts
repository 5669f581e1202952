// Public: other features may import this file.
import type { FindProxies, ProxyChoice } from '../../platform/network/find-proxies.ts';
import { isLoopbackHost } from './base-url.ts';
import { ConnectionError } from './connection-error.ts';
import { RemoteError } from './remote-client.ts';

/**
 * Tries the ways to a host in their order, and the next one only if a proxy cannot be reached: a proxy that refuses a
 * connection is obeyed. A host on this computer is never reached through a proxy.
 */
export async function tryProxies<Result>(
  url: URL,
  findProxies: FindProxies,
  attempt: (proxy: ProxyChoice) => Promise<Result>,
): Promise<Result> {
  let failure: unknown;
  for (const proxy of isLoopbackHost(url.hostname) ? [null] : await findProxies(url)) {
    try {
      return await attempt(proxy);
    } catch (error) {
      if (!isUnreachableProxy(error)) throw error;
      failure = error;
    }
  }
  throw failure;
}

function isUnreachableProxy(error: unknown): boolean {
  const cause = error instanceof RemoteError ? error.cause : error;
  return cause instanceof ConnectionError && cause.stage === 'proxy';
}
