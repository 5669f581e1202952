import type * as z from 'zod';
import { v1Routes, type appRoutes } from '../../../../shared/contract/contract.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import {
  acceptRemoteInvitation,
  noCapabilities,
  type ConnectionSettings,
  type RemoteInvitation,
} from '../../../../shared/workspaces/connection.ts';
import type { FindProxies } from '../../platform/network/find-proxies.ts';
import { ConnectionError } from '../remote/connection-error.ts';
import { createRemoteClient } from '../remote/create-remote-client.ts';
import { isMissing, RemoteError } from '../remote/remote-client.ts';
import { checkTimeouts } from './check-connection.ts';

type AcceptOptions = { readonly signal: AbortSignal; readonly now: () => number; readonly findProxies: FindProxies };

type Accepted = z.output<typeof appRoutes.acceptRemoteInvitation.response>;

type Invitation = Pick<RemoteInvitation, 'email' | 'secret'>;

/**
 * Accepts an invitation on the remote that sent it. Throws a Problem that says in one sentence why that failed; its pointer is
 * `/certificate_sha256` if the certificate is not accepted.
 */
export async function acceptInvitation(
  settings: ConnectionSettings,
  invitation: Invitation,
  options: AcceptOptions,
): Promise<Accepted> {
  const body = await send(settings, invitation, options).catch((error: unknown) => {
    throw error instanceof RemoteError ? toInvitationProblem(error) : error;
  });
  const parsed = acceptRemoteInvitation.response.safeParse(body);
  if (!parsed.success)
    throw new Problem('remote_failed', 'The remote accepted the invitation, but sent no API key. Ask for an API key.');
  return parsed.data;
}

async function send(
  settings: ConnectionSettings,
  { email, secret }: Invitation,
  { signal, ...options }: AcceptOptions,
): Promise<unknown> {
  const client = createRemoteClient({
    ...options,
    settings,
    apiKey: secret,
    capabilities: noCapabilities,
    timeouts: checkTimeouts,
  });
  try {
    return (await client.request({ method: 'POST', path: v1Routes.acceptInvitation.path, json: { email }, signal }))
      .body;
  } finally {
    client.close();
  }
}

function toInvitationProblem(error: RemoteError): Problem {
  const { kind, code, message, cause } = error;
  const options = { cause: error };
  if (cause instanceof ConnectionError && cause.certificate)
    return new Problem('remote_failed', message, {
      ...options,
      errors: [{ pointer: '/certificate_sha256', detail: message }],
    });
  const known = v1Routes.acceptInvitation.problems.find((one) => one === code && one !== 'unauthorized');
  if (known) return new Problem(known, message, options);
  if (kind === 'unauthorized')
    return new Problem('remote_failed', 'The remote does not have this invitation. Ask for a new one.', options);
  if (isMissing(error))
    return new Problem(
      'not_available_on_remote',
      'This address does not accept invitations. Check the base URL, or ask for an API key.',
      options,
    );
  if (kind === 'no_answer')
    return new Problem(
      'remote_failed',
      `${message} The invitation may have been accepted. Try again; if it was already used, ask for an API key.`,
      options,
    );
  return new Problem('remote_failed', message, options);
}
