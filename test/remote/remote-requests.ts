import { RemoteError, type RemoteRequest } from '../../electron/service/features/remote/remote-client.ts';
import { startStrictRemote, type StrictRemoteOptions } from '../helpers/remote/strict-remote.ts';

/** Functions that close the servers and clients of a test. */
export const opened: (() => unknown)[] = [];

/** Call this after each test. The one opened last is closed first. */
export async function closeOpened(): Promise<void> {
  for (const close of opened.splice(0).toReversed()) await close();
}

/** A request that can be repeated. */
export const usage: RemoteRequest = { method: 'GET', path: '/billing/usage' };

export const call: RemoteRequest = {
  method: 'POST',
  path: '/calls/outbound',
  json: { agent_id: 'agt_1', recipient_number: '+14155550132' },
};

export async function startRemote(options?: StrictRemoteOptions) {
  const remote = await startStrictRemote(options);
  opened.push(remote.close);
  return remote;
}

/** Returns the error of a request that must fail. */
export async function fail(request: Promise<unknown>): Promise<RemoteError> {
  const error = await request.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof RemoteError))
    throw new Error('The request did not fail with a RemoteError.', { cause: error });
  return error;
}
