import { migrate } from '../../electron/service/platform/db/migrate.ts';
import { migrations } from '../../electron/service/workspaces/migrations.ts';
import { SqliteDatabase } from '../../electron/service/platform/db/sqlite-database.ts';
import { isStorageFull } from '../../electron/service/platform/http/to-problem.ts';
import { EventHub } from '../../electron/service/platform/events/event-hub.ts';
import { EventPublisher } from '../../electron/service/platform/events/event-publisher.ts';
import { createRandom } from '../../electron/service/platform/seeded-random.ts';
import type { NewOutboxItem, Sender, Senders } from '../../electron/service/features/outbox/outbox.ts';
import { OutboxQueue } from '../../electron/service/features/outbox/outbox-queue.ts';
import type { OutboxRow } from '../../electron/service/features/outbox/outbox-queries.ts';
import { RemoteError } from '../../electron/service/features/remote/remote-client.ts';
import { createIdCounter } from '../helpers/clock/id-counter.ts';
import { flush, VirtualClock } from '../helpers/clock/virtual-clock.ts';
import { createFakeClient, FakeRemote, type Fate } from './fake-remote.ts';

export const orgId = 'org_1';

/** Thrown in place of a commit: the process ends before or after it. */
export class CrashError extends Error {}

/** What happens to the next transactions. */
export const storageFailures = ['disk_full', 'crash_before_commit', 'crash_after_commit'] as const;

export type StorageFailure = (typeof storageFailures)[number];

/** A database whose transactions can fail. */
class FailingDatabase extends SqliteDatabase {
  readonly failures: (StorageFailure | null)[] = [];
  onCrash: () => void = () => {};
  #depth = 0;

  override transaction<T>(work: () => T): T {
    if (this.#depth > 0) return work();
    const failure = this.failures.shift();
    this.#depth++;
    try {
      const result = super.transaction(() => {
        const value = work();
        if (failure === 'disk_full') throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
        if (failure === 'crash_before_commit') throw new CrashError('The process ended before the commit.');
        return value;
      });
      if (failure === 'crash_after_commit') throw new CrashError('The process ended after the commit.');
      return result;
    } catch (error) {
      if (error instanceof CrashError) this.onCrash();
      throw error;
    } finally {
      this.#depth--;
    }
  }
}

export type SentRequest = { readonly item: OutboxRow; readonly at: number };

/** An outbox with a virtual clock and a fake remote, which can crash. All worlds of a process share one database in memory. */
export class OutboxWorld {
  readonly clock = new VirtualClock();
  readonly remote = new FakeRemote(() => this.clock.elapsed);
  /** Keeps the database in memory, and reads what is committed. */
  readonly committed: SqliteDatabase;
  readonly #newId = createIdCounter();
  readonly #random = createRandom('outbox');
  /** What was logged, except for a full disk and a crash. */
  readonly errors: unknown[] = [];
  readonly sent: SentRequest[] = [];
  readonly states: string[] = [];
  /** The items of the events that ask the user for a decision. */
  readonly undecidedIds: string[] = [];
  eventCount = 0;
  /** The API key of the connection; null if none is stored. */
  apiKey: string | null = 'key-1';
  knowsIdempotency = false;
  /** Resolves when the API key is read. */
  isKeyRead: Promise<void> | undefined;
  /** Called when a sender is about to send the first byte. */
  onSend: (item: OutboxRow) => void = () => {};
  check: Sender['check'];
  isRunning = false;
  db: FailingDatabase;
  outbox: OutboxQueue;

  constructor(committed: SqliteDatabase) {
    this.committed = committed;
    committed.run('DELETE FROM outbox_item');
    [this.db, this.outbox] = this.#open();
  }

  /** Starts the outbox and waits until it has recovered. */
  async start(): Promise<this> {
    this.outbox.start();
    await flush();
    return this;
  }

  add(item: Partial<NewOutboxItem> = {}): string {
    return this.outbox.add({
      kind: 'upload_document',
      subjectId: 'doc_1',
      label: 'Opening hours',
      payload: {},
      placedBy: 'key_1',
      orgId,
      ...item,
    });
  }

  addCall(item: Partial<NewOutboxItem> = {}): string {
    const sendNotAfter = this.clock.now() + 15 * 60_000;
    return this.add({ kind: 'place_call', subjectId: 'call_1', label: '+15550100', sendNotAfter, ...item });
  }

  find(itemId: string): OutboxRow {
    const row = this.committed.get<OutboxRow>('SELECT * FROM outbox_item WHERE item_id = ?', itemId);
    if (!row) throw new Error(`There is no item ${itemId}.`);
    return row;
  }

  /** Everything that is committed, the oldest first. */
  listStored(): readonly OutboxRow[] {
    return this.committed.all<OutboxRow>('SELECT * FROM outbox_item ORDER BY id');
  }

  /** Decides the fate of the oldest pending request. */
  async answer(fate: Fate = 'answered', index = 0): Promise<void> {
    const request = this.remote.pending[index];
    if (!request) throw new Error('No request is pending.');
    this.remote.handle(request, fate);
    await flush();
  }

  /** Ends the process and starts it again. Requests that were sent stay with the remote. */
  async crash(): Promise<void> {
    await this.end();
    await this.restart();
  }

  /** Ends the process without closing the outbox. */
  async end(): Promise<void> {
    if (this.isRunning) this.#die();
    await flush();
  }

  async restart(): Promise<void> {
    if (this.isRunning) throw new Error('It is still running.');
    [this.db, this.outbox] = this.#open();
    await this.start();
  }

  /** Closes the outbox as the application does when it ends. */
  async close(): Promise<void> {
    const closed = this.outbox.close();
    await this.clock.advance(10_000);
    await closed;
    await this.end();
  }

  #die(): void {
    this.isRunning = false;
    this.clock.dropTimers();
    this.db.close();
  }

  #open(): [FailingDatabase, OutboxQueue] {
    const db = new FailingDatabase(getMemoryUrl());
    const hub = new EventHub('run');
    hub.subscribe(null, ({ event }) => {
      this.eventCount++;
      if (event.type === 'outbox_item.undecided') this.undecidedIds.push(event.item_id);
    });
    const send = this.#createSend(db);
    const sender = (isRepeatable: boolean): Sender => ({
      isRepeatable,
      send,
      onState: (item, state) => this.states.push(`${item.item_id} ${state}`),
      complete: (item, remoteId) => this.states.push(`${item.item_id} completed ${remoteId}`),
      ...(this.check ? { check: this.check } : {}),
    });
    const senders: Senders = {
      upload_document: sender(false),
      delete_document: sender(true),
      place_call: sender(false),
      change_document: sender(true),
      replace_document: sender(false),
      cancel_call: sender(true),
      submit_request: sender(false),
      update_reviews: sender(true),
      write_note: sender(true),
      correct_outcome: sender(true),
      update_follow_up: sender(true),
      score_call: sender(true),
      change_criterion: sender(true),
      change_saved_item: sender(true),
    };
    const outbox = new OutboxQueue(db, {
      context: {
        now: this.clock.now,
        newId: this.#newId,
        randomBytes: (size) => Uint8Array.from({ length: size }, () => Math.floor(this.#random.next() * 256)),
        log: { error: ({ err }) => db.isOpen && !isStorageFull(err) && this.errors.push(err) },
      },
      events: new EventPublisher(db, hub),
      senders,
      getClient: async () => {
        await this.isKeyRead;
        if (this.apiKey === null) throw new RemoteError('unauthorized', 'No API key is stored.', { wasSent: false });
        return createFakeClient(this.apiKey, this.knowsIdempotency);
      },
      timers: { set: (run, delayMs) => (db.isOpen ? this.clock.timers.set(run, delayMs) : () => {}) },
    });
    db.onCrash = () => this.#die();
    this.isRunning = true;
    return [db, outbox];
  }

  #createSend(db: FailingDatabase): Sender['send'] {
    return (item, signal, client) =>
      new Promise((resolve, reject) => {
        if (!db.isOpen) throw new Error('A process that has ended sends nothing.');
        this.onSend(item);
        this.sent.push({ item, at: this.clock.elapsed });
        const request = {
          item,
          apiKey: this.apiKey ?? '',
          idempotencyKey: client.capabilities.idempotency ? item.item_id : null,
          isSenderAlive: () => db.isOpen,
          resolve,
          reject,
        };
        this.remote.pending.push(request);
        this.clock.timers.set(() => this.remote.handle(request, 'request_lost'), requestTimeoutMs);
        signal.addEventListener('abort', () =>
          reject(new RemoteError('stopped', 'It was stopped.', { wasSent: true })),
        );
      });
  }
}

/** As long as an upload can take. */
const requestTimeoutMs = 15 * 60_000;

/** A database in memory exists until its last connection is closed, which a world that crashed never does: each has its own name. */
let sharedDatabases = 0;
const getMemoryUrl = () => new URL(`file:/outbox-test-${sharedDatabases}?vfs=memdb`);

/** Opens the database in memory that the worlds share. It has only the tables of the outbox, because each connection reads all. */
export function openSharedDatabase(): SqliteDatabase {
  const full = new SqliteDatabase(':memory:');
  migrate(full, '', migrations);
  const schema = full.all<{ readonly sql: string }>(
    `SELECT sql FROM sqlite_schema WHERE tbl_name IN ('organization', 'outbox_item') AND sql IS NOT NULL`,
  );
  full.close();
  sharedDatabases++;
  const db = new SqliteDatabase(getMemoryUrl());
  for (const { sql } of schema) db.execute(sql);
  db.run(
    `INSERT INTO organization (org_id, name, industry, status, subscription_tier, created_at)
     VALUES (?, 'Harbour', '', 'active', '', 0)`,
    orgId,
  );
  return db;
}
