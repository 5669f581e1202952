import { readObject } from '../../remote/read-remote.ts';
import { RemoteError, type RemoteClient } from '../../remote/remote-client.ts';
import { documentReader, type RemoteDocument } from '../../remote/remote-schemas.ts';

type Target = {
  readonly remote_id: string;
  readonly etag: string | null;
};

/** `missing`: the remote has no such document. `unusable`: it answered with an error or with something else, and why. */
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
  const waiting = targets.values();
  let failure: unknown = null;
  const run = async () => {
    for (const target of waiting) {
      if (failure !== null) return;
      fetched.push(await fetchDocument(client, target, options));
    }
  };
  await Promise.all(
    Array.from({ length: concurrency }, () =>
      run().catch((error: unknown) => {
        failure ??= error;
      }),
    ),
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

/** Whether the remote answered that it has no such document. */
export function isMissing(error: unknown): boolean {
  return error instanceof RemoteError && (error.status === 404 || error.status === 410);
}

/** Whether the same request for another document may succeed. */
function concernsItem(error: unknown): error is RemoteError {
  return error instanceof RemoteError && ['rejected', 'failed', 'invalid'].includes(error.kind);
}
