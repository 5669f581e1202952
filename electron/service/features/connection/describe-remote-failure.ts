import { ConnectionError } from '../remote/connection-error.ts';
import type { Probe } from './check-probes.ts';
import { findProxyFix } from './find-proxy-fix.ts';

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
      fix: 'Check again later. If the problem remains, contact the operator of the remote.',
    };
  if (error.kind === 'rejected')
    return { detail: error.message, fix: 'Check the base URL, or ask the operator of the remote.' };
  if (error.kind === 'invalid')
    return { detail: error.message, fix: 'Check the base URL. Another program may answer there.' };
  return { detail: error.message, fix: 'Check the network, and check again.' };
}
