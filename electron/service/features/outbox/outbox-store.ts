import { decisionStates } from '../../../../shared/workspaces/sync.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import { explainSent } from './explain-item.ts';
import type { Senders } from './outbox.ts';
import { updateOutboxItem, type OutboxRow } from './outbox-queries.ts';

export type OutboxStoreOptions = {
  readonly context: Pick<Context, 'now'>;
  readonly events: EventPublisher;
  readonly senders: Senders;
};

type Changes = Partial<
  Pick<
    OutboxRow,
    | 'state'
    | 'reason'
    | 'attempts'
    | 'first_sent_at'
    | 'key_hash'
    | 'is_repeat_accepted'
    | 'next_attempt_at'
    | 'send_not_after'
    | 'settled_at'
  >
>;

/** Stores the states of the items, each in one transaction with the change of the document, call or build request. */
export class OutboxStore {
  readonly db: Database;
  readonly #options: OutboxStoreOptions;
  readonly #listeners = new Set<() => void>();

  constructor(db: Database, options: OutboxStoreOptions) {
    this.db = db;
    this.#options = options;
  }

  /** Stores changes of an item; its sender stores the new state. Returns the changed item. */
  change(row: OutboxRow, changes: Changes): OutboxRow {
    return this.db.transaction(() => {
      const changed = this.changeRow(row, changes);
      const { state } = changed;
      if (state !== row.state && state !== 'done')
        this.#options.senders[row.kind].onState?.(changed, state, changed.reason);
      if (state !== row.state && decisionStates.some((one) => one === state))
        this.#options.events.publish({ type: 'outbox_item.undecided', item_id: row.item_id }, row.org_id);
      return changed;
    });
  }

  /** Stores changes of an item, but does not call its sender. */
  changeRow(row: OutboxRow, changes: Changes): OutboxRow {
    const changed = { ...row, ...changes };
    this.db.transaction(() => {
      updateOutboxItem(this.db, changed);
      this.announce();
    });
    return changed;
  }

  /** Sets an item to done, together with its effect. */
  finish(row: OutboxRow, effect: () => void): OutboxRow {
    return this.db.transaction(() => {
      const now = this.#options.context.now();
      const done = this.changeRow(row, { state: 'done', reason: null, next_attempt_at: null, settled_at: now });
      effect();
      return done;
    });
  }

  /** Cancels an item. */
  cancel(row: OutboxRow, reason: string): OutboxRow {
    const now = this.#options.context.now();
    return this.change(row, { state: 'canceled', reason, next_attempt_at: null, settled_at: now });
  }

  /**
   * Leaves a queued item to the user, because it must not be sent automatically any more: it is held, or unknown if the remote may
   * have received it.
   */
  requireDecision(row: OutboxRow, heldReason: string): OutboxRow {
    const changes =
      row.first_sent_at === null
        ? ({ state: 'held', reason: heldReason } as const)
        : ({ state: 'unknown', reason: explainSent(row) } as const);
    return this.change(row, { ...changes, next_attempt_at: null, is_repeat_accepted: 0 });
  }

  /** Publishes a change and calls the listeners after the commit, once for all items of a transaction. */
  announce(): void {
    this.db.afterCommit(this.#publishChange);
  }

  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  readonly #publishChange = () => {
    this.#options.events.publish({ type: 'sync.changed' }, null);
    for (const listener of this.#listeners) listener();
  };
}
