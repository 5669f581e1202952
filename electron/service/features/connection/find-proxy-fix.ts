import type { ConnectionError } from '../remote/connection-error.ts';

/** Returns what to do about a proxy that cannot be used, or that refused a connection. */
export function findProxyFix({ stage, code }: ConnectionError): string {
  if (stage === 'proxy')
    return 'Check the proxy in the network settings of this computer. If this network has none, turn the proxy off there.';
  if (code === 'HTTP_407')
    return 'Set the variables HTTPS_PROXY and HTTP_PROXY to its address with a user name and a password, such as http://name:password@proxy.example:8080, and start Switchboard again.';
  return 'Check the base URL. If it is right, ask the administrator of the proxy to allow it, or add its host to the exceptions of the proxy.';
}
