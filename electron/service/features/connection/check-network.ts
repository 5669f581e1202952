import { isIP } from 'node:net';
import type { ConnectionSettings } from '../../../../shared/connection.ts';
import { getEndpoint, type Endpoint } from '../remote/base-url.ts';
import { ConnectionError, createConnector, type ConnectorOptions } from '../remote/open-connection.ts';
import type { CheckReport } from './check-report.ts';

/** Opens a connection without sending a request, and reports the steps for name, TCP and TLS. Returns whether it succeeded. */
export async function checkNetwork(
  base: URL,
  { certificate_sha256 }: ConnectionSettings,
  options: Pick<ConnectorOptions, 'resolve' | 'timeoutMs'>,
  report: CheckReport,
): Promise<boolean> {
  const endpoint = getEndpoint(base);
  const details = {
    dns:
      isIP(endpoint.host) === 0 ? `The host name ${endpoint.host} was found.` : 'The base URL contains an IP address.',
    tcp: `${endpoint.host} accepts connections on port ${endpoint.port}.`,
    tls: certificate_sha256 === null ? 'The certificate is trusted.' : 'The server sent the accepted certificate.',
  };
  const connect = createConnector({ ...options, certificateSha256: certificate_sha256 });
  try {
    const socket = await connect(endpoint, (stage) => report.pass(stage, details[stage]));
    socket.destroy();
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error;
    report.fail(error.stage, error.message, findFix(error, endpoint));
    report.findings = { ...report.findings, untrusted_certificate: error.certificate };
    return false;
  }
  if (!endpoint.isTls) report.skip('tls', 'The base URL uses HTTP, which has no certificate.');
  return true;
}

function findFix({ stage, code, certificate }: ConnectionError, { host, isTls }: Endpoint): string {
  if (stage === 'dns')
    return code === 'ENOTFOUND'
      ? 'Check the spelling of the base URL. If the remote is on a private network, connect to its VPN.'
      : 'Check the internet connection of this computer.';
  if (certificate && code === 'CERTIFICATE_CHANGED')
    return 'Ask the operator of the remote whether the certificate was replaced. If its fingerprint is theirs, accept it.';
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
