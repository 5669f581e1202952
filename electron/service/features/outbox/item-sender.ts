import { drawBackoffMs } from '../../platform/timers.ts';
import type { Context } from '../../platform/context.ts';
import { isStorageFull } from '../../platform/http/to-problem.ts';
import { RemoteError, type RemoteClient, type RemoteErrorKind } from '../remote/remote-client.ts';
import { canRepeatItem, decideOutcome, getKeyHash } from './decide-outcome.ts';
import { canceledReason, explainUnknown } from './explain-item.ts';
import type { Senders } from './outbox.ts';
import { isAttemptInFlight, listOpenItemsOfSubject, type OutboxRow } from './outbox-queries.ts';
import type { OutboxStore } from './outbox-store.ts';
import { retryBackoffMs, type RemoteAvailability } from './remote-availability.ts';

const storageBackoffMs = { base: 2_000, cap: 30_000 };

/** After these errors, the whole outbox waits, or is paused or closed. */
const waitsForConnection: readonly RemoteErrorKind[] = ['unreachable', 'unauthorized', 'wrong_organization', 'stopped'];

/** Result codes of SQLite for errors that can end by themselves: SQLITE_BUSY, SQLITE_LOCKED, SQLITE_NOMEM, SQLITE_IOERR. */
const temporaryCodes: readonly number[] = [5, 6, 7, 10];

type ItemSenderOptions = {
  readonly context: Pick<Context, 'now' | 'log'>;
  readonly senders: Senders;
  readonly availability: RemoteAvailability;
  readonly random: () => number;
  /** Resolves after a delay, or when the outbox is closed. */
  readonly sleep: (delayMs: number) => Promise<void>;
  readonly isClosed: () => boolean;
  readonly getClient: () => Promise<RemoteClient>;
  /** Stores outcomes in one transaction, and then sends what is next with the client. */
  readonly storeAndSend: (outcomes: readonly ItemOutcome[], client: RemoteClient | null) => void;
};

/** `row` is the item before its attempt; `sent` is the same item as it is stored for the attempt, in flight. */
export type PreparedItem = { readonly row: OutboxRow; readonly sent: OutboxRow };

/** `store` runs in a transaction. */
export type ItemOutcome = { readonly id: number; readonly store: () => void };

type PendingOutcome = ItemOutcome & {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
};

/** Sends items and stores the outcomes. */
export class ItemSender {
  readonly #store: OutboxStore;
  readonly #options: ItemSenderOptions;
  #pending: PendingOutcome[] = [];

  constructor(store: OutboxStore, options: ItemSenderOptions) {
    this.#store = store;
    this.#options = options;
  }

  /** Stores that an item is in flight, in the open transaction. Send it only after the commit. */
  setInFlight(row: OutboxRow, client: RemoteClient): OutboxRow {
    const isRepeat = row.first_sent_at !== null && row.is_repeat_accepted === 0;
    return this.#store.change(row, {
      state: 'in_flight',
      reason: null,
      attempts: row.attempts + 1,
      next_attempt_at: null,
      ...(!isRepeat && {
        first_sent_at: this.#options.context.now(),
        key_hash: getKeyHash(client),
        is_repeat_accepted: 0,
      }),
    });
  }

  /** Whether all of these attempts are stored as in flight. */
  areInFlight(items: readonly PreparedItem[]): boolean {
    return items.length > 0 && items.every(({ sent }) => isAttemptInFlight(this.#store.db, sent));
  }

  /** Sends an item that is stored as in flight, and stores the outcome. Never rejects. */
  async send({ row, sent }: PreparedItem, client: RemoteClient, signal: AbortSignal): Promise<void> {
    const { availability, senders } = this.#options;
    const start = availability.begin();
    let store: () => void;
    try {
      const effect = await senders[row.kind].send(sent, signal, client);
      availability.recordAnswer(start);
      store = () => this.#store.finish(sent, effect);
    } catch (error) {
      if (error instanceof RemoteError) availability.recordError(error, start);
      store = this.#handleFailure(row, sent, client, error);
    }
    await this.#storeOutcome(sent, store);
  }

  /** Returns the function that stores the outcome of a failed attempt. `row` is the item before it. */
  #handleFailure(row: OutboxRow, sent: OutboxRow, client: RemoteClient, error: unknown): () => void {
    const { context, senders } = this.#options;
    const now = context.now();
    const sender = senders[sent.kind];
    if (!(error instanceof RemoteError))
      context.log.error({ err: error, kind: sent.kind }, 'could not send a waiting change');
    const outcome = decideOutcome({
      kind: sent.kind,
      error,
      wasUnclear: row.first_sent_at !== null,
      isRepeatable: sender.isRepeatable,
      canRepeat: canRepeatItem(sent, { sender, client, now }),
    });
    const { state, reason } = outcome;
    const isQueued = state === 'queued';
    // An attempt without effect leaves the item as it was.
    const { first_sent_at, key_hash, is_repeat_accepted } = outcome.isAttemptUnclear ? sent : row;
    const attempted = { ...sent, first_sent_at, key_hash };
    return () => {
      if (first_sent_at === null && this.#dropDeletedUpload(attempted)) return;
      this.#store.change(attempted, {
        state,
        reason,
        next_attempt_at: isQueued ? this.#computeNextAttempt(sent, error) : null,
        is_repeat_accepted: isQueued ? is_repeat_accepted : 0,
      });
    };
  }

  /** Cancels an upload that the remote cannot have received, if its document was deleted meanwhile. Returns whether it did. */
  #dropDeletedUpload(row: OutboxRow): boolean {
    const { db } = this.#store;
    const next = listOpenItemsOfSubject(db, row.subject_id).find(({ id }) => id > row.id);
    if (row.kind !== 'upload_document' || next?.kind !== 'delete_document' || next.state !== 'queued') return false;
    db.transaction(() => {
      this.#store.cancel(row, canceledReason);
      this.#store.finish(next, () => this.#options.senders[next.kind].complete(next, null));
    });
    return true;
  }

  #computeNextAttempt(sent: OutboxRow, error: unknown): number | null {
    const { kind = 'failed', retryAfterMs = null } = error instanceof RemoteError ? error : {};
    if (waitsForConnection.includes(kind)) return null;
    const backoffMs = Math.ceil(drawBackoffMs(retryBackoffMs, sent.attempts - 1, this.#options.random));
    return this.#options.context.now() + Math.max(backoffMs, retryAfterMs ?? 0);
  }

  /**
   * Stores the outcome of an attempt, again and again while the disk is full. Until then the item stays in flight, so that it is
   * neither lost nor sent again.
   */
  async #storeOutcome(sent: OutboxRow, store: () => void): Promise<void> {
    const { context, random, sleep, isClosed } = this.#options;
    const reason = explainUnknown(sent.kind, 'The remote sent an unusable response.');
    const fallbacks = [
      () => this.#store.change(sent, { state: 'unknown', reason }),
      () => this.#store.changeRow(sent, { state: 'unknown', reason }),
    ];
    let next: (() => void) | undefined = store;
    for (let failures = 0; next && this.#store.db.isOpen; failures++) {
      try {
        const storeOutcome = next;
        // A listener that failed after the commit does not undo it.
        return await this.#storeTogether(sent.id, () => isAttemptInFlight(this.#store.db, sent) && storeOutcome());
      } catch (error) {
        context.log.error({ err: error, kind: sent.kind }, 'could not store a sent change');
        if (!isTemporaryStorageError(error)) next = fallbacks.shift();
        else if (isClosed()) return;
        else await sleep(drawBackoffMs(storageBackoffMs, failures, random));
      }
    }
  }

  /** Stores the outcomes that arrive at about the same time together. */
  #storeTogether(id: number, store: () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#pending.push({ id, store, resolve, reject });
      if (this.#pending.length === 1) setImmediate(() => this.#storePending());
    });
  }

  /**
   * Stores the pending outcomes. If the client is available at once, the next items are sent after the same commit; otherwise the
   * outcomes are stored without waiting for it, and the next items are sent later.
   */
  #storePending(): void {
    const outcomes = this.#pending;
    this.#pending = [];
    let isStored = false;
    const store = (client: RemoteClient | null) => {
      if (isStored) return;
      isStored = true;
      this.#storeOutcomes(outcomes, client);
    };
    this.#options.getClient().then(store, () => store(null));
    // Runs first if the API key must be read from the keychain.
    setImmediate(store, null);
  }

  /** Stores outcomes in one transaction. If that fails, stores them one by one, and sends nothing. */
  #storeOutcomes(outcomes: readonly PendingOutcome[], client: RemoteClient | null): void {
    try {
      // The next start decides about items that are in flight.
      if (this.#store.db.isOpen) this.#options.storeAndSend(outcomes, client);
      for (const { resolve } of outcomes) resolve();
    } catch (error) {
      const [first, ...others] = outcomes;
      if (others.length === 0 && client === null) return first?.reject(error);
      for (const outcome of outcomes) this.#storeOutcomes([outcome], null);
    }
  }
}

/** Returns whether the same transaction can succeed later, for example when the disk is no longer full. */
function isTemporaryStorageError(error: unknown): boolean {
  if (isStorageFull(error)) return true;
  return error instanceof Error && 'errcode' in error && temporaryCodes.includes(Number(error.errcode) & 0xff);
}
