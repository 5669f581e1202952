import type * as z from 'zod';
import { v1Routes, type appRoutes } from '../../../../shared/contract/contract.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import {
  acceptRemoteInvitation,
  bearerHeader,
  noCapabilities,
  type RemoteInvitation,
} from '../../../../shared/workspaces/connection.ts';
import type { FindProxies } from '../../platform/network/find-proxies.ts';
import { createRemoteClient } from '../remote/create-remote-client.ts';
import { isMissing, RemoteError } from '../remote/remote-client.ts';
import { checkTimeouts } from './check-connection.ts';

type AcceptOptions = { readonly signal: AbortSignal; readonly now: () => number; readonly findProxies: FindProxies };

type Accepted = z.output<typeof appRoutes.acceptRemoteInvitation.response>;

/** Accepts an invitation on the remote that sent it. Throws a Problem that says in one sentence why that failed. */
export async function acceptInvitation(
  { email, secret, ...address }: RemoteInvitation,
  { signal, ...options }: AcceptOptions,
): Promise<Accepted> {
  const body = await send(address, secret, options, { email }, signal).catch((error: unknown) => {
    throw error instanceof RemoteError ? toInvitationProblem(error) : error;
  });
  const parsed = acceptRemoteInvitation.response.safeParse(body);
  if (!parsed.success)
    throw new Problem(
      'remote_failed',
      'The remote accepted the invitation, but sent no API key. Ask for a new API key.',
    );
  return parsed.data;
}

type Address = Pick<RemoteInvitation, 'base_url' | 'org_id' | 'allow_http'>;

async function send(
  address: Address,
  secret: string,
  options: Omit<AcceptOptions, 'signal'>,
  json: { readonly email: string },
  signal: AbortSignal,
): Promise<unknown> {
  const settings = { ...address, key_header: bearerHeader, certificate_sha256: null };
  const client = createRemoteClient({
    ...options,
    settings,
    apiKey: secret,
    capabilities: noCapabilities,
    timeouts: checkTimeouts,
  });
  try {
    return (await client.request({ method: 'POST', path: v1Routes.acceptInvitation.path, json, signal })).body;
  } finally {
    client.close();
  }
}

function toInvitationProblem(error: RemoteError): Problem {
  const { kind, code, message } = error;
  const options = { cause: error };
  const known = v1Routes.acceptInvitation.problems.find((one) => one === code && one !== 'unauthorized');
  if (known) return new Problem(known, message, options);
  if (kind === 'unauthorized')
    return new Problem('remote_failed', 'The remote does not know this invitation. Ask for a new one.', options);
  if (isMissing(error))
    return new Problem(
      'not_available_on_remote',
      'This address accepts no invitations. Check the base URL, or ask for an API key.',
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
