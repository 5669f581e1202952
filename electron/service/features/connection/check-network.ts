import { isIP } from 'node:net';
import type { ConnectionSettings } from '../../../../shared/workspaces/connection.ts';
import { formatAuthority, type FindProxies, type ProxyChoice } from '../../platform/network/find-proxies.ts';
import { getEndpoint, type Endpoint } from '../remote/base-url.ts';
import { ConnectionError, type ConnectionStage } from '../remote/connection-error.ts';
import { createConnector, tryProxies, type ConnectorOptions } from '../remote/open-connection.ts';
import type { ConnectionReport } from './connection-report.ts';
import type { Probe } from './check-probes.ts';

export type NetworkOptions = Pick<ConnectorOptions, 'resolve' | 'timeoutMs'> & { readonly findProxies: FindProxies };

/** Opens a connection without sending a request, and reports the steps for name, TCP and TLS. Returns whether it succeeded. */
export async function checkNetwork(
  base: URL,
  { certificate_sha256 }: ConnectionSettings,
  { findProxies, ...options }: NetworkOptions,
  report: ConnectionReport,
): Promise<boolean> {
  const endpoint = getEndpoint(base);
  const connect = createConnector({ ...options, certificateSha256: certificate_sha256 });
  try {
    const socket = await tryProxies(base, findProxies, (proxy) => {
      const details = describeStages(endpoint, proxy, certificate_sha256);
      if (proxy) report.skip('dns', 'The proxy looks up the host name.');
      return connect(endpoint, proxy, (stage) => report.pass(toStep(stage), details[stage]));
    });
    socket.destroy();
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error;
    report.fail(toStep(error.stage), error.message, findFix(error, endpoint));
    report.findings = { ...report.findings, untrusted_certificate: error.certificate };
    return false;
  }
  if (!endpoint.isTls) report.skip('tls', 'The base URL uses HTTP, which has no certificate.');
  return true;
}

function toStep(stage: ConnectionStage): 'dns' | 'tcp' | 'tls' {
  return stage === 'proxy' || stage === 'tunnel' ? 'tcp' : stage;
}

function describeStages(
  { host, port }: Endpoint,
  proxy: ProxyChoice,
  certificateSha256: string | null,
): Readonly<Record<ConnectionStage, string>> {
  const proxyName = proxy && 'host' in proxy ? `the proxy ${formatAuthority(proxy)}` : 'a proxy';
  return {
    dns: isIP(host) === 0 ? `The host name ${host} was found.` : 'The base URL contains an IP address.',
    tcp: `${host} accepts connections on port ${port}.`,
    proxy: `Requests are sent through ${proxyName}, which accepts connections.`,
    tunnel: `${host} accepts connections on port ${port}, through ${proxyName}.`,
    tls: certificateSha256 === null ? 'The certificate is trusted.' : 'The server sent the accepted certificate.',
  };
}

function findFix(error: ConnectionError, { host, isTls }: Endpoint): string {
  const { stage, code, certificate } = error;
  if (stage === 'proxy' || stage === 'tunnel') return findProxyFix(error);
  if (stage === 'dns')
    return code === 'ENOTFOUND'
      ? 'Check the spelling of the base URL. If the remote is on a private network, connect to its VPN.'
      : 'Check the internet connection of this computer.';
  if (certificate && code === 'CERTIFICATE_CHANGED')
    return 'Ask the remote’s operator whether the certificate was replaced. If they confirm its fingerprint, accept it.';
  if (certificate && code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `Check the host name ${host}. If the operator confirms the fingerprint, accept this certificate.`;
  if (certificate)
    return 'Ask the remote’s operator for a trusted certificate. If they confirm the fingerprint, accept this one.';
  if (stage === 'tls') return 'Check the port of the base URL. HTTPS usually uses port 443.';
  if (code === 'ECONNREFUSED') return 'Check the port of the base URL, and whether the remote is running.';
  return isTls
    ? 'Check the network, VPN and firewall of this computer.'
    : 'Check the port of the base URL, and the network, VPN and firewall of this computer.';
}

/** Returns what to do about a proxy that cannot be used, or that refused a connection. */
function findProxyFix({ stage, code }: ConnectionError): string {
  if (stage === 'proxy')
    return 'Check the proxy in the network settings of this computer. If this network has none, turn the proxy off there.';
  if (code === 'HTTP_407')
    return 'Set the variables HTTPS_PROXY and HTTP_PROXY to its address with a user name and a password, such as http://name:password@proxy.example:8080, and start Switchboard again.';
  return 'Check the base URL. If it is right, ask the administrator of the proxy to allow it, or add its host to the exceptions of the proxy.';
}

/** Returns why a first response shows that this is not the remote, or that it is not available; null if neither. */
export function describeRemoteFailure({
  status,
  headers,
  error,
}: Probe): { readonly detail: string; readonly fix: string } | null {
  if (!error) return null;
  const { cause } = error;
  if (cause instanceof ConnectionError && cause.stage === 'tunnel')
    return { detail: error.message, fix: findProxyFix(cause) };
  const isPage = headers['content-type']?.toLowerCase().startsWith('text/html') === true;
  const isRedirect = status !== null && status >= 300 && status < 400;
  if (status === 511 || (status === 200 && isPage))
    return {
      detail: 'A web page was received instead of a response from the remote.',
      fix: 'If this network has a sign-in page, as in hotels and airports, open it in a browser and sign in. Otherwise check the base URL.',
    };
  if (isRedirect)
    return {
      detail: error.message,
      fix: 'If this network has a sign-in page, open it in a browser and sign in. Otherwise check the base URL.',
    };
  if (error.kind === 'unauthorized' || (status === 403 && !isPage) || status === 404) return null;
  if (error.kind === 'busy') return { detail: error.message, fix: 'Wait a few minutes, and check again.' };
  if (error.kind === 'failed')
    return {
      detail: error.message,
      fix: 'Check again later. If the problem remains, contact the remote’s operator.',
    };
  if (error.kind === 'rejected')
    return { detail: error.message, fix: 'Check the base URL, or ask the remote’s operator.' };
  if (error.kind === 'invalid')
    return { detail: error.message, fix: 'Check the base URL. Another program may answer there.' };
  return { detail: error.message, fix: 'Check the network, and check again.' };
}
