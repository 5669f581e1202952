import { isIP } from 'node:net';
import type { ConnectionSettings } from '../../../../shared/workspaces/connection.ts';
import { formatAuthority, type FindProxies, type ProxyChoice } from '../../platform/network/find-proxies.ts';
import { getEndpoint, type Endpoint } from '../remote/base-url.ts';
import { ConnectionError, type ConnectionStage } from '../remote/connection-error.ts';
import { createConnector, type ConnectorOptions, tryProxies } from '../remote/open-connection.ts';
import type { CheckReport } from './check-report.ts';
import { findProxyFix } from './find-proxy-fix.ts';

type NetworkOptions = Pick<ConnectorOptions, 'resolve' | 'timeoutMs'> & { readonly findProxies: FindProxies };

/** Opens a connection without sending a request, and reports the steps for name, TCP and TLS. Returns whether it succeeded. */
export async function checkNetwork(
  base: URL,
  { certificate_sha256 }: ConnectionSettings,
  { findProxies, ...options }: NetworkOptions,
  report: CheckReport,
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
    return 'Ask the operator of the remote whether the certificate was replaced. If they confirm its fingerprint, accept it.';
  if (certificate && code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `Check the host name ${host}. If the operator confirms the fingerprint, accept this certificate.`;
  if (certificate)
    return 'Ask the operator of the remote for a trusted certificate. If they confirm the fingerprint, accept this one.';
  if (stage === 'tls') return 'Check the port of the base URL. HTTPS usually uses port 443.';
  if (code === 'ECONNREFUSED') return 'Check the port of the base URL, and whether the remote is running.';
  return isTls
    ? 'Check the network, VPN and firewall of this computer.'
    : 'Check the port of the base URL, and the network, VPN and firewall of this computer.';
}
