import { runConcurrently } from '../../../platform/run-concurrently.ts';
import { readObject } from '../../remote/read-remote.ts';
import { concernsItem, isMissing, type RemoteClient } from '../../remote/remote-client.ts';
import { documentReader, type RemoteDocument } from '../../remote/remote-schemas.ts';

type Target = {
  readonly remote_id: string;
  readonly etag: string | null;
};

/** `missing`: the remote has no such document. `unusable`: it returned an error or something else, with the reason. */
export type FetchedDocument<T> = { readonly target: T } & (
  | { readonly outcome: 'found'; readonly document: RemoteDocument; readonly etag: string | null }
  | { readonly outcome: 'unchanged' | 'missing' }
  | { readonly outcome: 'unusable'; readonly error: string }
);

type FetchOptions = { readonly remoteOrgId: string; readonly signal: AbortSignal };

const concurrency = 4;

/**
 * Fetches documents by their IDs. Stops at an error that concerns the whole remote, such as no connection; `failure` is that
 * error. Never rejects.
 */
export async function fetchDocuments<T extends Target>(
  client: RemoteClient,
  targets: readonly T[],
  options: FetchOptions,
): Promise<{ readonly fetched: readonly FetchedDocument<T>[]; readonly failure: unknown }> {
  const fetched: FetchedDocument<T>[] = [];
  const fetchNext = async (target: T) => void fetched.push(await fetchDocument(client, target, options));
  const failure: unknown = await runConcurrently(targets, concurrency, fetchNext).then(
    () => null,
    (error: unknown) => error,
  );
  return { fetched, failure };
}

async function fetchDocument<T extends Target>(
  client: RemoteClient,
  target: T,
  { remoteOrgId, signal }: FetchOptions,
): Promise<FetchedDocument<T>> {
  const requestedId = target.remote_id;
  const path = `/knowledge/documents/${encodeURIComponent(requestedId)}`;
  try {
    const { status, body, etag } = await client.request({ method: 'GET', path, etag: target.etag, signal });
    if (status === 304) return { target, outcome: 'unchanged' };
    const reading = readObject(documentReader, body, { requestedId, remoteOrgId });
    return reading.isValid
      ? { target, outcome: 'found', document: reading.value, etag }
      : { target, outcome: 'unusable', error: reading.error };
  } catch (error) {
    if (isMissing(error)) return { target, outcome: 'missing' };
    if (concernsItem(error)) return { target, outcome: 'unusable', error: error.message };
    throw error;
  }
}
