import type { RemoteClient } from '../remote/remote-client.ts';
import { canRepeatItem } from './decide-outcome.ts';
import { explainUnknown, interruptedReason, restartedReason } from './explain-item.ts';
import type { Senders } from './outbox.ts';
import { deleteSettledItems, listInFlightItems, listCallsToConfirm } from './outbox-queries.ts';
import type { OutboxStore } from './outbox-store.ts';

const keepSettledMs = 30 * 24 * 60 * 60_000;

type RecoveryOptions = {
  readonly senders: Senders;
  /** Null if there is no connection. */
  readonly client: RemoteClient | null;
  readonly now: number;
  /** The last item that was stored before the start. */
  readonly lastId: number;
};

/**
 * Decides about the items of the last run, before anything is sent: an item that was in flight is sent again only if that is safe,
 * and no call is placed automatically after a restart.
 */
export function recoverItems(store: OutboxStore, { senders, client, now, lastId }: RecoveryOptions): void {
  store.db.transaction(() => {
    for (const row of listCallsToConfirm(store.db, lastId)) store.requireDecision(row, restartedReason);
    for (const row of listInFlightItems(store.db)) {
      const state = canRepeatItem(row, { sender: senders[row.kind], client, now }) ? 'queued' : 'unknown';
      const reason = explainUnknown(row.kind, interruptedReason);
      store.change(row, { state, reason, next_attempt_at: null });
    }
    deleteSettledItems(store.db, now - keepSettledMs);
  });
}
