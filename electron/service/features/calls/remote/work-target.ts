// Public: other features may import this file.
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { EventPublisher } from '../../../platform/events/event-publisher.ts';
import { createNotYetError, type Sender } from '../../outbox/outbox.ts';
import { findOpenItem, type OutboxRow } from '../../outbox/outbox-queries.ts';
import type { RemoteLink } from '../../remote/remote-client.ts';
import { findRemoteItem } from '../../remote/remote-item-queries.ts';
import { storeCursor } from '../../sync/refresh-queries.ts';
import { findCall, type CallRow } from '../call-queries.ts';

/** The dependencies of the senders of members' work. */
export type WorkDependencies = {
  readonly db: Database;
  readonly orgId: string;
  readonly context: Pick<Context, 'now'>;
  readonly events: EventPublisher;
  readonly link: RemoteLink;
};

/**
 * Returns a call that the remote has; null if it will never have it, so that its notes and scores stay on this computer. Throws a
 * RemoteError if the call has yet to be sent.
 */
export function findTarget(
  { db, orgId }: Pick<WorkDependencies, 'db' | 'orgId'>,
  callId: string,
): { readonly call: CallRow; readonly remoteId: string } | null {
  const call = findCall(db, orgId, callId);
  const remoteId = findRemoteItem(db, 'call', callId)?.remote_id;
  if (call && remoteId !== undefined) return { call, remoteId };
  if (findOpenItem(db, callId)) throw createNotYetError(undefined);
  return null;
}

/** Makes the next refresh fetch all of the members' work again, which replaces changes that were not sent. */
export function restoreFromRemote({ db }: Pick<WorkDependencies, 'db'>): void {
  storeCursor(db, 'shared_work', '0');
}

type WorkSenderOptions = {
  /** Sends the change; the remote may receive it twice without harm. */
  readonly send: Sender['send'];
  /** Publishes that the subject of the change has another state. */
  readonly publish: (item: OutboxRow) => void;
  /** Takes a canceled change back here, if the remote's list of changes may not have the item. */
  readonly onCancel?: (item: OutboxRow) => void;
};

/** Creates a sender of members' work. A change that is canceled or marked as done is replaced by what the remote has. */
export function createWorkSender(
  dependencies: WorkDependencies,
  { send, publish, onCancel }: WorkSenderOptions,
): Sender {
  return {
    isRepeatable: true,
    send,
    onState: (item, state) => {
      if (state === 'canceled') {
        onCancel?.(item);
        restoreFromRemote(dependencies);
      }
      publish(item);
    },
    complete: (item) => {
      restoreFromRemote(dependencies);
      publish(item);
    },
  };
}

export function publishNotes({ events, orgId }: WorkDependencies, { call_id }: Pick<CallRow, 'call_id'>): void {
  events.publish({ type: 'notes.changed', call_id }, orgId);
}
