import { joinUnread, ListProblems, type Unread } from '../../remote/list-problems.ts';
import { fetchPages } from '../../remote/read-remote.ts';
import type { RemoteClient, RemoteLink } from '../../remote/remote-client.ts';
import { changedCallReader, type CallChange } from '../../remote/work-schemas.ts';
import { findPosition, storeCursor } from '../../sync/refresh-queries.ts';
import type { RefreshPart } from '../../sync/refresh-task.ts';
import { indexMetadata } from '../call-index-queries.ts';
import { findListPosition } from './remote-call-queries.ts';
import { storeCallDetails } from './store-call-details.ts';
import { publishCallChange, type RemoteCallStorage } from './store-remote-call.ts';

const activeMs = 3_000;
const idleMs = 60_000;

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
  let isWaiting = false;
  let leftOut: Unread | null = null;
  return {
    name: 'call_details',
    activeMs,
    idleMs,
    isActive: () => isWaiting,
    refresh: async (signal) => {
      const client = await link.getClient();
      const { shared_work, call_list } = client.capabilities;
      // The list has the order of the calls.
      isWaiting = shared_work && call_list && findListPosition(db) === null;
      if (!shared_work || isWaiting) return null;
      const since = findPosition(db, 'call_details');
      const { unread, isHeld } = await readDetails(dependencies, client, since, signal);
      leftOut = since === 0 ? unread : joinUnread(leftOut, unread);
      isWaiting = isHeld;
      return leftOut;
    },
  };
}

async function readDetails(
  dependencies: DetailsDependencies,
  client: RemoteClient,
  since: number,
  signal: AbortSignal,
): Promise<{ readonly unread: Unread | null; readonly isHeld: boolean }> {
  const { db, link } = dependencies;
  const problems = new ListProblems(changedCallReader);
  const query = { of: 'calls', since };
  const list = { reader: changedCallReader, path: '/changes', query, remoteOrgId: link.remoteOrgId, signal };
  /** The position before the first call that may be placed here: the next refresh reads it again. */
  let heldAt: number | null = null;
  let position = since;
  for await (const page of fetchPages(client, list)) {
    problems.add(page);
    for (let start = 0; start < page.items.length; start += callsPerTransaction) {
      signal.throwIfAborted();
      const changes = page.items.slice(start, start + callsPerTransaction);
      // Without a sync to the disk: after a power failure, the changes are read again.
      db.bulkTransaction(() => {
        const firstHeld = storeDetails(dependencies, changes);
        if (firstHeld >= 0) heldAt ??= changes[firstHeld - 1]?.position ?? position;
        position = changes.at(-1)?.position ?? position;
        storeCursor(db, 'call_details', String(heldAt ?? position));
      });
      await new Promise(setImmediate); // other requests run between two transactions
    }
  }
  return { unread: problems.describe(), isHeld: heldAt !== null };
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
