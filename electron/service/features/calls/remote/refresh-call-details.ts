import { ListProblems, type Unread } from '../../remote/list-problems.ts';
import { fetchPages } from '../../remote/read-remote.ts';
import type { RemoteClient, RemoteLink } from '../../remote/remote-client.ts';
import { changedCallReader, type CallChange } from '../../remote/work-schemas.ts';
import type { RefreshPart } from '../../sync/refresh-task.ts';
import { indexMetadata } from '../call-index-queries.ts';
import { createChangesPart, type ChangesPosition } from './create-changes-part.ts';
import { storeCallDetails } from './store-call-details.ts';
import { publishCallChange, type RemoteCallStorage } from './store-remote-call.ts';

/** A larger transaction delays other requests for longer. */
const callsPerTransaction = 50;

/** More changes of one transaction are announced by one event, after which the window refetches its list. */
const eventsMax = 10;

type DetailsDependencies = RemoteCallStorage & { readonly link: RemoteLink };

/**
 * Creates the part of the mirror with what the specification's calls lack, such as the numbers and dates of calls that were made
 * elsewhere. It fetches what changed on the remote since the last refresh.
 */
export function createCallDetailsPart(dependencies: DetailsDependencies): RefreshPart {
  const { db, link } = dependencies;
  return createChangesPart({
    name: 'call_details',
    idleMs: 60_000,
    db,
    link,
    read: (client, position, signal) => readDetails(dependencies, client, position, signal),
  });
}

async function readDetails(
  dependencies: DetailsDependencies,
  client: RemoteClient,
  position: ChangesPosition,
  signal: AbortSignal,
): Promise<Unread | null> {
  const { db, link } = dependencies;
  const problems = new ListProblems(changedCallReader);
  const query = { of: 'calls', since: position.since };
  const list = { reader: changedCallReader, path: '/changes', query, remoteOrgId: link.remoteOrgId, signal };
  for await (const page of fetchPages(client, list)) {
    problems.add(page);
    for (let start = 0; start < page.items.length; start += callsPerTransaction) {
      signal.throwIfAborted();
      const changes = page.items.slice(start, start + callsPerTransaction);
      // Without a sync to the disk: after a power failure, the changes are read again.
      db.bulkTransaction(() => position.advance(changes, storeDetails(dependencies, changes)));
      await new Promise(setImmediate); // other requests run between two transactions
    }
  }
  return problems.describe();
}

/** Returns the index of the first call that may be placed here; -1 if there is none. */
function storeDetails(dependencies: DetailsDependencies, changes: readonly CallChange[]): number {
  const results = changes.map(({ call_id, call }) => (call ? storeCallDetails(dependencies, call_id, call) : 'same'));
  const changed = results.filter((result) => typeof result === 'object');
  const withMetadata = changed.filter(({ hasNewMetadata }) => hasNewMetadata);
  indexMetadata(
    dependencies.db,
    withMetadata.map(({ call, metadata }) => ({ id: call.id, metadata })),
  );
  const announced = changed.length > eventsMax ? changed.slice(-1) : changed;
  for (const { call } of announced) publishCallChange(dependencies, call);
  return results.indexOf('pending');
}
