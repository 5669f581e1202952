// Public: other features may import this file.
import { limits } from '../../../../shared/contract/limits.ts';
import { readList, requireValid, type ListReading, type ObjectReader } from './read-remote.ts';
import { RemoteError, type RemoteClient } from './remote-client.ts';

/** Stops a list that never ends. */
const pagesMax = 10_000;

type ListRequest<T extends object> = {
  readonly reader: ObjectReader<T>;
  readonly path: string;
  readonly remoteOrgId: string;
  readonly signal: AbortSignal;
};

/** Fetches a list of the remote, page by page. Rejects with RemoteError. */
export async function* fetchPages<T extends object>(
  client: Pick<RemoteClient, 'request'>,
  { reader, path, remoteOrgId, signal }: ListRequest<T>,
): AsyncGenerator<ListReading<T>, void, undefined> {
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const query = { limit: limits.pageSizeMax, cursor };
    const { body } = await client.request({ method: 'GET', path, query, signal });
    const page = requireValid(readList(reader, body, { remoteOrgId }));
    yield page;
    cursor = page.nextCursor ?? undefined;
    if (cursor !== undefined && (seen.has(cursor) || seen.size >= pagesMax))
      throw new RemoteError('invalid', `The remote's list of ${reader.noun}s does not end.`, { wasSent: true });
    if (cursor !== undefined) seen.add(cursor);
  } while (cursor !== undefined);
}
