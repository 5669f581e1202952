// Public: other features may import this file.
import { Problem } from '../../../../shared/contract/problems.ts';
import type { OutboxAction, OutboxItem } from '../../../../shared/workspaces/sync.ts';
import { limits } from '../../../../shared/contract/limits.ts';
import { formatTimestamp } from '../../../../shared/contract/timestamp.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import { RemoteError } from '../remote/remote-client.ts';
import { canRepeatItem } from './decide-outcome.ts';
import {
  canceledReason,
  explainCancellation,
  explainUnavailable,
  explainUnknown,
  isUnsent,
  listItemActions,
  notFirstReason,
} from './explain-item.ts';
import type { NewOutboxItem, Outbox, Senders } from './outbox.ts';
import { OutboxDispatcher, type OutboxDispatcherOptions } from './outbox-dispatcher.ts';
import {
  clearNextAttempts,
  countOpenItems,
  findOpenItem,
  findOutboxItem,
  insertOutboxItem,
  listOpenItems,
  listOpenItemsOfSubject,
  type OpenOutboxRow,
  type OutboxRow,
} from './outbox-queries.ts';
import { OutboxStore, type OutboxStoreOptions } from './outbox-store.ts';

export type OutboxQueueOptions = OutboxStoreOptions &
  OutboxDispatcherOptions & { readonly context: Pick<Context, 'now' | 'newId' | 'randomBytes' | 'log'> };

export type OutboxCounts = {
  /** Queued or in flight. */
  readonly waiting: number;
  /** Changes in flight, and the next change if it only waits for its turn. */
  readonly sending: number;
  /** Held, unknown or rejected. */
  readonly needsYou: number;
};

/** The outbox of a linked workspace. Nothing is sent before `start`. */
export class OutboxQueue implements Outbox {
  readonly #db: Database;
  readonly #options: OutboxQueueOptions;
  readonly #senders: Senders;
  readonly #store: OutboxStore;
  readonly #dispatcher: OutboxDispatcher;
  readonly #closing = new AbortController();

  constructor(db: Database, options: OutboxQueueOptions) {
    this.#db = db;
    this.#options = options;
    this.#senders = options.senders;
    this.#store = new OutboxStore(db, options);
    this.#dispatcher = new OutboxDispatcher(this.#store, options);
  }

  /** Why nothing is sent until the connection changes, as a sentence; null if it is not paused. */
  get pauseReason(): string | null {
    return this.#dispatcher.availability.pauseReason;
  }

  /** Why the last attempt did not reach the remote, as a sentence; null if it did. */
  get failureReason(): string | null {
    return this.#dispatcher.availability.failure?.reason ?? null;
  }

  start(): void {
    this.#dispatcher.start();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#dispatcher.close();
  }

  /** Sends all waiting items at once: after the computer slept, or when the connection has changed. */
  retryNow(): void {
    try {
      clearNextAttempts(this.#db);
    } catch (error) {
      this.#options.context.log.error({ err: error }, 'could not clear the backoff of the outbox');
    }
    this.#sendSoon();
    this.#store.announce();
  }

  /** Calls the listener after each commit that changes an item, and when sending pauses. */
  onChange(listener: () => void): void {
    this.#store.onChange(listener);
  }

  add(item: NewOutboxItem): string {
    const { context } = this.#options;
    const row = {
      item_id: context.newId('out'),
      org_id: item.orgId,
      kind: item.kind,
      state: item.heldReason === undefined ? 'queued' : 'held',
      subject_id: item.subjectId,
      label: item.label,
      payload: JSON.stringify(item.payload),
      placed_by: item.placedBy,
      reason: item.heldReason ?? null,
      created_at: context.now(),
      send_not_after: item.sendNotAfter ?? null,
    } as const;
    this.#db.transaction(() => {
      insertOutboxItem(this.#db, row);
      this.#store.announce();
      this.#db.afterCommit(() => this.#dispatcher.wake());
    });
    return row.item_id;
  }

  /** The changes that are neither done nor canceled, the oldest first. */
  list(): readonly OpenOutboxRow[] {
    return listOpenItems(this.#db);
  }

  count(): OutboxCounts {
    const { waiting, inFlight, needsYou } = countOpenItems(this.#db);
    return { waiting, sending: inFlight + (this.#dispatcher.hasDueItem() ? 1 : 0), needsYou };
  }

  find(itemId: string): OutboxRow | undefined {
    return findOutboxItem(this.#db, itemId);
  }

  findOpen(subjectId: string): OpenOutboxRow | undefined {
    return findOpenItem(this.#db, subjectId);
  }

  listFirst(): ReadonlyMap<string, OpenOutboxRow> {
    // A later entry of a map replaces an earlier one.
    return new Map(
      this.list()
        .toReversed()
        .map((row) => [row.subject_id, row]),
    );
  }

  cancelUnsent(subjectId: string): boolean {
    return this.#db.transaction(() => {
      const rows = listOpenItemsOfSubject(this.#db, subjectId);
      if (rows.length === 0 || !rows.every(isUnsent)) return false;
      for (const row of rows) this.#store.cancel(row, canceledReason);
      return true;
    });
  }

  /**
   * Returns the function that sends an item now; call it in the open transaction. An item whose outcome is unknown is sent again
   * with the same Idempotency-Key: a remote that remembers the key does not make the change twice.
   */
  async prepareSend(itemId: string): Promise<() => OutboxItem> {
    const client = await this.#options.getClient().catch(() => null);
    return () => {
      const row = this.#require(itemId, 'send');
      const now = this.#options.context.now();
      // The user accepts that the remote may make the change twice.
      const isRisky = row.state === 'unknown' && !canRepeatItem(row, { sender: this.#senders[row.kind], client, now });
      const sent = this.#store.change(row, {
        state: 'queued',
        reason: null,
        next_attempt_at: null,
        ...(row.send_not_after === null ? {} : { send_not_after: now + limits.callWaitMs }),
        ...(isRisky && { is_repeat_accepted: 1 }),
      });
      this.#sendSoon();
      return this.describe(sent);
    };
  }

  /** Asks the remote about an item whose outcome is unknown. Returns the function that stores the result; call it in the open transaction. */
  async prepareCheck(itemId: string): Promise<() => OutboxItem> {
    const asked = this.#require(itemId, 'check');
    const sender = this.#senders[asked.kind];
    let effect: (() => void) | null = null;
    let reason = explainUnknown(asked.kind, 'The remote does not report whether it received this change.');
    try {
      effect = (await sender.check?.(asked, this.#closing.signal)) ?? null;
    } catch (error) {
      if (!(error instanceof RemoteError)) throw error;
      reason = explainUnknown(asked.kind, `The check failed: ${error.message}`);
    }
    return () => {
      const row = this.#require(itemId, 'check');
      if (!effect) return this.describe(this.#store.change(row, { reason }));
      const done = this.#store.finish(row, effect);
      this.#db.afterCommit(() => this.#dispatcher.wake());
      return this.describe(done);
    };
  }

  /** Cancels an item in the open transaction. */
  cancel(itemId: string): OutboxItem {
    return this.#db.transaction(() => {
      const row = this.#require(itemId, 'cancel');
      const canceled = this.#store.cancel(row, explainCancellation(row));
      this.#db.afterCommit(() => this.#dispatcher.wake());
      return this.describe(canceled);
    });
  }

  /** Marks an item as done, in the open transaction. `remoteId` is null if the user does not know it. */
  complete(itemId: string, remoteId: string | null): OutboxItem {
    return this.#db.transaction(() => {
      const row = this.#require(itemId, 'mark_done');
      const done = this.#store.finish(row, () => this.#senders[row.kind].complete(row, remoteId));
      this.#db.afterCommit(() => this.#dispatcher.wake());
      return this.describe(done);
    });
  }

  describe<Row extends OutboxRow>(
    row: Row,
    { isFirst = this.#isFirst(row) }: { readonly isFirst?: boolean } = {},
  ): OutboxItem & Pick<Row, 'state'> {
    const { reason, nextAttemptAt } = this.#explain(row, isFirst);
    const now = this.#options.context.now();
    const sender = this.#senders[row.kind];
    return {
      item_id: row.item_id,
      kind: row.kind,
      state: row.state,
      subject_id: row.subject_id,
      label: row.label,
      reason,
      attempts: row.attempts,
      queued_at: formatTimestamp(row.created_at),
      next_attempt_at: nextAttemptAt !== null && nextAttemptAt > now ? formatTimestamp(nextAttemptAt) : null,
      send_not_after: row.send_not_after === null ? null : formatTimestamp(row.send_not_after),
      keeps_document: sender.keepsDocument?.(row) ?? false,
      actions: listItemActions(row, { isFirst, canCheck: sender.check !== undefined }),
    };
  }

  /** Only a queued item waits for the earlier ones of its subject. */
  #isFirst(row: OutboxRow): boolean {
    return row.state !== 'queued' || findOpenItem(this.#db, row.subject_id)?.id === row.id;
  }

  #explain(row: OutboxRow, isFirst: boolean) {
    if (row.state !== 'queued') return { reason: row.reason, nextAttemptAt: null };
    const { pauseReason, failure } = this.#dispatcher.availability;
    if (pauseReason !== null) return { reason: pauseReason, nextAttemptAt: null };
    if (!isFirst) return { reason: notFirstReason, nextAttemptAt: null };
    const until = Math.max(row.next_attempt_at ?? 0, failure?.until ?? 0);
    return { reason: row.reason ?? failure?.reason ?? null, nextAttemptAt: until };
  }

  /** Returns an item if the action is available. Throws Problem `outbox_item_not_found` or `outbox_action_unavailable`. */
  #require(itemId: string, action: OutboxAction): OutboxRow {
    const row = findOutboxItem(this.#db, itemId);
    if (!row)
      throw new Problem('outbox_item_not_found', `There is no waiting change with the ID ${JSON.stringify(itemId)}.`);
    if (this.describe(row).actions.includes(action)) return row;
    throw new Problem('outbox_action_unavailable', explainUnavailable(row));
  }

  /** Ends the backoff and the pause when the open transaction commits. */
  #sendSoon(): void {
    this.#db.afterCommit(() => {
      this.#dispatcher.availability.reset();
      this.#dispatcher.wake();
    });
  }
}
