import type { ConnectionSettings } from '../../../../shared/workspaces/connection.ts';
import { checkBaseUrl, findRedirectedBase, formatBaseUrl, getEndpoint } from '../remote/base-url.ts';
import { ConnectionError } from '../remote/connection-error.ts';
import { createConnector, tryProxies } from '../remote/open-connection.ts';
import type { NetworkOptions } from './check-network.ts';
import type { Probe } from './check-probes.ts';
import type { ConnectionReport } from './connection-report.ts';

/** Reports whether the base URL can be used. Returns it, or null. */
export function checkUrl(settings: ConnectionSettings, report: ConnectionReport): URL | null {
  const checked = checkBaseUrl(settings);
  if ('reason' in checked) {
    report.fail('url', 'The base URL cannot be used.', checked.reason);
    return null;
  }
  const needsPermission = 'reason' in checkBaseUrl({ ...settings, allow_http: false });
  if (needsPermission)
    report.warn(
      'url',
      'The base URL uses HTTP, so others on the network can read the API key and all data.',
      'Use HTTPS if the remote offers it.',
    );
  else report.pass('url', `Requests are sent to ${checked.baseUrl}.`);
  return new URL(checked.baseUrl);
}

type Operation = { readonly path: string; readonly baseUrl: string };

/**
 * Suggests another base URL if the remote redirects the request for an operation. Warns if the redirect was followed: changes are
 * not, so they would not be made.
 */
export function checkRedirect(probe: Probe, { path, baseUrl }: Operation, report: ConnectionReport): void {
  const target = findRedirect(probe, baseUrl + path);
  const found = target && findRedirectedBase(target, path);
  const base = found === baseUrl ? null : found; // a loop leads back to it
  if (base) report.suggestBaseUrl(base);
  if (base && probe.error)
    report.fail('remote', probe.error.message, `If ${base} is the remote’s new address, use it.`);
  if (!target || probe.error) return;
  report.warn(
    'url',
    `The remote redirects requests to ${base ?? target.href}. Changes are not redirected, so they would not be made.`,
    base === null ? 'Ask the operator of the remote for a base URL that does not redirect.' : `Use ${base} instead.`,
  );
}

/** Returns where a request was redirected, also if the redirect was not followed; null if it was not. */
function findRedirect({ status, headers, url }: Probe, requested: string): URL | null {
  if (!url) return null;
  if (status !== null && status >= 300 && status < 400) return URL.parse(headers.location ?? '', url.href);
  return url.href === new URL(requested).href ? null : url;
}

/** Suggests HTTPS if the port of an HTTP base URL, where no remote responded, accepts TLS connections. */
export async function checkHttps(base: URL, network: NetworkOptions, report: ConnectionReport) {
  const found = await findHttps(base, network);
  if (!found) return;
  report.suggestBaseUrl(found.baseUrl);
  report.fail('remote', found.detail, `Use ${found.baseUrl} instead.`);
}

/** Returns the base URL with HTTPS if the port of an HTTP base URL accepts TLS connections; otherwise null. */
export async function findHttps(
  base: URL,
  { findProxies, ...options }: NetworkOptions,
): Promise<{ readonly baseUrl: string; readonly detail: string } | null> {
  if (base.protocol !== 'http:') return null;
  const { host, port } = getEndpoint(base);
  const connect = createConnector({ ...options, certificateSha256: null });
  try {
    const socket = await tryProxies(base, findProxies, (proxy) => connect({ host, port, isTls: true }, proxy));
    socket.destroy();
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error;
    if (!error.certificate) return null;
  }
  const baseUrl = formatBaseUrl(new URL(`https://${base.hostname}:${port}${base.pathname}`));
  return { baseUrl, detail: `${host} expects HTTPS on port ${port}.` };
}
