import { limits } from '../../../../shared/contract/limits.ts';
import { outboxKinds, type OutboxKind } from '../../../../shared/workspaces/sync.ts';
import type { Context } from '../../platform/context.ts';
import { isStorageFull } from '../../platform/http/to-problem.ts';
import { systemTimers, waitAtMost, type Timers } from '../../platform/timers.ts';
import { maxRetryAfterMs, RemoteError, type RemoteClient } from '../remote/remote-client.ts';
import { canRepeatItem, recoverItems } from './decide-outcome.ts';
import { expiredReason } from './explain-item.ts';
import { ItemSender, type ItemOutcome, type PreparedItem } from './item-sender.ts';
import type { Senders } from './outbox.ts';
import { findLastItemId, findNextTime, listExpiredItems, listItemsToSend, type OutboxRow } from './outbox-queries.ts';
import type { OutboxStore } from './outbox-store.ts';
import { clockStepMs, RemoteAvailability } from './remote-availability.ts';

const maxRunning = 8;

/** An upload can take minutes: two slots are left for the other changes. A browser opens as many connections to one host. */
export const maxRunningUploads = 6;

const maxRunningOfKind: Partial<Record<OutboxKind, number>> = { place_call: 1, upload_document: maxRunningUploads };

/** Timers are short, because the clock can be changed and timers do not run while the computer sleeps. */
const longestTimerMs = 60_000;

const storageBackoffMs = { base: 5_000, cap: 30_000 };

/**
 * When the outbox is closed, running requests have this time to end, because an outcome that is not known costs the user a
 * decision. A remote that does not answer must not delay the end of the application for longer.
 */
const closeGraceMs = 800;

/** Then they have this time to store that their outcome is unknown. Otherwise, the next start decides about them. */
const abortGraceMs = 200;

export type OutboxDispatcherOptions = {
  readonly context: Pick<Context, 'now' | 'randomBytes' | 'log'>;
  readonly senders: Senders;
  /** Returns the current client. Rejects with RemoteError `unauthorized` if no API key is stored. */
  readonly getClient: () => Promise<RemoteClient>;
  readonly timers?: Timers;
};

type RunningItem = {
  readonly kind: OutboxRow['kind'];
  /** Whether it was sent to see if the remote can be reached again. */
  readonly isProbe: boolean;
  readonly controller: AbortController;
  done: Promise<void>;
};

/** Sends the queued items: at most eight subjects and one call at a time, the items of a subject in order. */
export class OutboxDispatcher {
  readonly availability: RemoteAvailability;
  readonly #store: OutboxStore;
  readonly #options: OutboxDispatcherOptions;
  readonly #timers: Timers;
  readonly #sender: ItemSender;
  #running = new Map<number, RunningItem>();
  readonly #closing = new AbortController();
  #lastIdBeforeStart = 0;
  #isReady = false;
  #isDispatching = false;
  #isWakePending = false;
  #cancelTimer: () => void = () => {};

  constructor(store: OutboxStore, options: OutboxDispatcherOptions) {
    this.#store = store;
    this.#options = options;
    this.#timers = options.timers ?? systemTimers;
    const { context, senders } = options;
    const random = () => Buffer.from(context.randomBytes(4)).readUInt32BE() / 2 ** 32;
    this.availability = new RemoteAvailability({ now: context.now, random });
    this.#sender = new ItemSender(store, {
      context,
      senders,
      availability: this.availability,
      random,
      sleep: (delayMs) => this.#sleep(delayMs),
      isClosed: () => this.#isClosed,
      getClient: options.getClient,
      storeAndSend: (outcomes, client) => this.#storeAndSend(outcomes, client),
    });
  }

  get #isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  /** Decides about the items of the last run, and then sends what is queued. */
  start(): void {
    this.#lastIdBeforeStart = findLastItemId(this.#store.db);
    void this.#recover();
  }

  /** Sends the items that are due, soon after this call. */
  wake(): void {
    if (!this.#isReady || this.#isClosed) return;
    this.#isWakePending = true;
    if (this.#isDispatching) return;
    this.#isDispatching = true;
    // Not in the callbacks of the commit that called it.
    queueMicrotask(() => void this.#dispatch());
  }

  /** Lets running requests end for a moment, and then aborts them. Resolves within a second. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#cancelTimer();
    const ended = Promise.all([...this.#running.values()].map(({ done }) => done));
    await waitAtMost(closeGraceMs, ended, this.#timers);
    for (const { controller } of this.#running.values()) controller.abort();
    await waitAtMost(abortGraceMs, ended, this.#timers);
  }

  async #recover(): Promise<void> {
    const { getClient, context, senders } = this.#options;
    const client = await getClient().catch(() => null);
    if (this.#isClosed) return;
    try {
      recoverItems(this.#store, { senders, client, now: context.now(), lastId: this.#lastIdBeforeStart });
    } catch (error) {
      context.log.error({ err: error }, 'could not recover the outbox');
      this.#cancelTimer = this.#timers.set(() => void this.#recover(), storageBackoffMs.cap);
      return;
    }
    this.#isReady = true;
    this.wake();
  }

  async #dispatch(): Promise<void> {
    while (this.#isWakePending && !this.#isClosed) {
      this.#isWakePending = false;
      const startedAt = this.#options.context.now();
      try {
        this.#stopExpired(); // even if nothing can be sent
        await this.#sendDue();
        this.#scheduleWake(startedAt);
      } catch (error) {
        this.#handleStorageError(error);
      }
    }
    this.#isDispatching = false;
  }

  async #sendDue(): Promise<void> {
    const client = this.#listNext().length > 0 ? await this.#findClient() : null;
    if (client && !this.#isClosed) this.#storeAndSend([], client);
  }

  /**
   * Stores the outcomes of items, and sends the items for which there are then free slots, after one commit for both: every commit
   * waits for the disk. It is synchronous up to the first request, so that no item changes before. Without a client, nothing is sent.
   */
  #storeAndSend(outcomes: readonly ItemOutcome[], client: RemoteClient | null): void {
    const startedAt = this.#options.context.now();
    const slotsBefore = new Map(this.#running);
    for (const { id } of outcomes) this.#running.delete(id);
    const started: (PreparedItem & { readonly start: () => void })[] = [];
    try {
      this.#store.db.transaction(() => {
        for (const { store } of outcomes) store();
        if (!client || this.#isClosed) return;
        this.#stopExpired();
        for (let hasFreeSlots = true; hasFreeSlots;) {
          hasFreeSlots = false;
          for (const row of this.#listNext()) {
            const prepared = this.#prepare(row, client);
            if (prepared) started.push({ ...prepared, start: this.#reserve(prepared, client) });
            else hasFreeSlots = true;
          }
        }
      });
    } catch (error) {
      // A listener can fail after the commit.
      if (!this.#sender.areInFlight(started)) {
        this.#running = slotsBefore;
        throw error;
      }
      this.#options.context.log.error({ err: error }, 'could not announce a change of the outbox');
    }
    for (const { start } of started) start();
    if (client) this.#scheduleWake(startedAt);
    else this.wake();
  }

  /** Stores an item as in flight. Returns null if it is left to the user instead. */
  #prepare(row: OutboxRow, client: RemoteClient): PreparedItem | null {
    const now = this.#options.context.now();
    const sender = this.#options.senders[row.kind];
    const isNew = row.first_sent_at === null || row.is_repeat_accepted === 1;
    if (isNew || canRepeatItem(row, { sender, client, now }))
      return { row, sent: this.#sender.setInFlight(row, client) };
    this.#store.requireDecision(row, expiredReason);
    return null;
  }

  /** Occupies a slot. Returns the function that sends the item. */
  #reserve(item: PreparedItem, client: RemoteClient): () => void {
    const { kind, id } = item.row;
    const controller = new AbortController();
    const isProbe = this.availability.failure !== null;
    const slot: RunningItem = { kind, isProbe, controller, done: Promise.resolve() };
    this.#running.set(id, slot);
    return () => {
      slot.done = this.#sender.send(item, client, controller.signal).finally(() => {
        // Usually, the commit of the outcome has given the slot to another item, or to the same one again.
        if (this.#running.get(id) !== slot) return;
        this.#running.delete(id);
        this.wake();
      });
    };
  }

  /** Whether an item waits for nothing but its turn. */
  hasDueItem(): boolean {
    const isAble = this.#isReady && this.availability.isAvailable;
    return isAble && this.#listDue(new Map(outboxKinds.map((kind) => [kind, 1]))).length > 0;
  }

  /** Returns the items for which there are free slots. */
  #listNext(): readonly OutboxRow[] {
    const running = [...this.#running.values()];
    let free = this.availability.isAvailable ? maxRunning - running.length : 0;
    // One request shows whether the remote can be reached again.
    if (this.availability.failure) free = running.some(({ isProbe }) => isProbe) ? 0 : Math.min(free, 1);
    const counts = new Map<OutboxKind, number>();
    for (const kind of outboxKinds) {
      const runningOfKind = running.filter((item) => item.kind === kind).length;
      const count = Math.min(free, (maxRunningOfKind[kind] ?? maxRunning) - runningOfKind);
      if (count > 0) counts.set(kind, count);
    }
    return this.#listDue(counts).slice(0, free);
  }

  #listDue(counts: ReadonlyMap<OutboxKind, number>): readonly OutboxRow[] {
    const now = this.#options.context.now();
    return listItemsToSend(this.#store.db, { now, latestPlan: now + maxRetryAfterMs + clockStepMs, counts });
  }

  async #findClient(): Promise<RemoteClient | null> {
    const start = this.availability.begin();
    try {
      return await this.#options.getClient();
    } catch (error) {
      if (error instanceof RemoteError) this.availability.recordError(error, start);
      else {
        this.#options.context.log.error({ err: error }, 'could not open the connection');
        this.availability.delay('Switchboard could not open the connection. The changes are kept.');
      }
      this.#store.announce();
      return null;
    }
  }

  #handleStorageError(error: unknown): void {
    this.#options.context.log.error({ err: error }, 'could not send waiting changes');
    const reason = isStorageFull(error)
      ? 'The disk of this computer is full. The changes are kept. Free some space.'
      : 'Switchboard could not store the state of a change. It tries again.';
    this.availability.delay(reason, { backoff: storageBackoffMs });
    this.#setWakeTimer(storageBackoffMs.cap);
  }

  /** Leaves the items that were not sent in time to the user. */
  #stopExpired(): void {
    const now = this.#options.context.now();
    for (const row of listExpiredItems(this.#store.db, now, now + limits.callWaitMs + clockStepMs))
      this.#store.requireDecision(row, expiredReason);
  }

  /**
   * Wakes at the next time after `startedAt`, when the search for due items began: a time that was reached since is not missed.
   * A timer can run a millisecond early.
   */
  #scheduleWake(startedAt: number): void {
    const next = findNextTime(this.#store.db, startedAt);
    if (next === undefined) return;
    const now = this.#options.context.now();
    const times = [next ?? 0, this.availability.failure?.until ?? 0].filter((time) => time > startedAt);
    this.#setWakeTimer(Math.min(longestTimerMs, ...times.map((time) => Math.max(0, time - now))));
  }

  #setWakeTimer(delayMs: number): void {
    this.#cancelTimer();
    if (!this.#isClosed) this.#cancelTimer = this.#timers.set(() => this.wake(), delayMs);
  }

  #sleep(delayMs: number): Promise<void> {
    const { signal } = this.#closing;
    return new Promise((resolve) => {
      const cancel = this.#timers.set(() => {
        signal.removeEventListener('abort', end);
        resolve();
      }, delayMs);
      const end = () => {
        cancel();
        resolve();
      };
      signal.addEventListener('abort', end, { once: true });
    });
  }
}
