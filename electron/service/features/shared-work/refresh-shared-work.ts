// Public: other features may import this file.
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import type { CallRow } from '../calls/call-queries.ts';
import { createChangesPart, type ChangesPosition } from '../calls/remote/create-changes-part.ts';
import { addNumberByDisposition } from '../do-not-call/do-not-call-list.ts';
import { ListProblems, describeLeftOut, joinUnread, type Unread } from '../remote/list-problems.ts';
import { fetchPages } from '../remote/read-remote.ts';
import type { RemoteClient, RemoteLink } from '../remote/remote-client.ts';
import { changeReader, type RemoteChange } from '../remote/work-schemas.ts';
import type { RefreshPart } from '../sync/refresh-task.ts';
import { trackPendingWork } from './pending-work.ts';
import { describeChange, findLocalCall, storeChange, type StoredChange } from './store-changes.ts';

/** Calls that one refresh adds, because a change names them. */
const addedCallsMax = 100;

/** Changes that need a criterion which is later in the list. */
const deferredMax = 10_000;

export type SharedWorkDependencies = {
  readonly db: Database;
  readonly orgId: string;
  readonly context: Context;
  readonly events: EventPublisher;
  readonly link: RemoteLink;
  /** Adds a call by the remote's ID. Resolves to false if the remote does not have it; rejects if that is not known. */
  readonly addCall: (remoteId: string, signal: AbortSignal) => Promise<boolean>;
  /** Called in the transaction that adds the number of a call to the do-not-call list. */
  readonly onNumberListed: () => void;
};

/** Creates the part of the mirror with other members' work. It fetches the items that changed on the remote since the last refresh. */
export function createSharedWorkPart(dependencies: SharedWorkDependencies): RefreshPart {
  const { db, link } = dependencies;
  return createChangesPart({
    name: 'shared_work',
    idleMs: 30_000, // the remote's events ask for other refreshes
    db,
    link,
    read: (client, position, signal) => readChanges(dependencies, client, position, signal),
  });
}

async function readChanges(
  dependencies: SharedWorkDependencies,
  client: RemoteClient,
  position: ChangesPosition,
  signal: AbortSignal,
): Promise<Unread | null> {
  const { db, link } = dependencies;
  const problems = new ListProblems(changeReader);
  const deferred: RemoteChange[] = [];
  const counts = { invalid: 0, addedCalls: 0 };
  const query = { since: position.since };
  const list = { reader: changeReader, path: '/changes', query, remoteOrgId: link.remoteOrgId, signal };
  let readPending = trackPendingWork(db);
  for await (const page of fetchPages(client, list)) {
    problems.add(page);
    counts.invalid += await addMissingCalls(dependencies, page.items, counts, signal);
    db.transaction(() => {
      const results = storePage(dependencies, page.items, readPending());
      counts.invalid += results.filter(({ result }) => result === 'invalid').length;
      for (const { change, result } of results)
        if (result === 'unknown_criterion' && deferred.length < deferredMax) deferred.push(change);
      const firstOwn = results.findIndex(({ result }) => result === 'pending');
      position.advance(page.items, firstOwn);
    });
    readPending = trackPendingWork(db);
  }
  if (deferred.length > 0) db.transaction(() => storePage(dependencies, deferred, readPending()));
  const reason = 'They are about calls or items that cannot be stored here.';
  return joinUnread(problems.describe(), describeLeftOut(changeReader, counts.invalid, reason));
}

/** Adds the calls that changes name, if they are not known yet. Resolves to the number of changes without a call. */
async function addMissingCalls(
  { addCall, ...dependencies }: SharedWorkDependencies,
  changes: readonly RemoteChange[],
  counts: { addedCalls: number },
  signal: AbortSignal,
): Promise<number> {
  const named = changes.flatMap((change) => ('call_id' in change && hasContent(change) ? [change.call_id] : []));
  let missing = 0;
  for (const callId of new Set(named)) {
    if (findLocalCall(dependencies, callId)) continue;
    counts.addedCalls += 1;
    const isAdded = counts.addedCalls <= addedCallsMax && (await addCall(callId, signal));
    if (!isAdded) missing += named.filter((id) => id === callId).length;
  }
  return missing;
}

function hasContent(change: RemoteChange): boolean {
  return (
    (change.kind === 'review' && change.review !== null) ||
    (change.kind === 'outcome' && change.outcome !== null) ||
    (change.kind === 'follow_up' && change.content !== null) ||
    (change.kind === 'note' && change.note !== null) ||
    (change.kind === 'score' && change.score !== null)
  );
}

type PageResult = { readonly change: RemoteChange; readonly result: StoredChange };

/** Stores changes, with one event for each call and kind. */
function storePage(
  { db, orgId, context, events, onNumberListed }: SharedWorkDependencies,
  changes: readonly RemoteChange[],
  pending: Parameters<typeof storeChange>[0]['pending'],
): readonly PageResult[] {
  const onOutcome = (call: CallRow) => {
    if (addNumberByDisposition({ db, context, events }, orgId, call, call.disposition)) onNumberListed();
  };
  const store = { db, orgId, now: context.now, pending, onOutcome };
  const published = new Map<string, ReturnType<typeof describeChange>>();
  const results = changes.map((change) => {
    const result = storeChange(store, change);
    if (result === 'stored') {
      const callId = 'call_id' in change ? (findLocalCall(store, change.call_id)?.call_id ?? '') : '';
      const event = describeChange(change, callId);
      published.set(JSON.stringify(event), event);
    }
    return { change, result };
  });
  for (const event of published.values()) events.publish(event, orgId);
  return results;
}
