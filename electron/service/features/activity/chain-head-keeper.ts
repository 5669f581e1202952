// Public: other features may import this file.
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import type { EventHub } from '../../platform/events/event-hub.ts';
import {
  insertActivity,
  insertActivityGap,
  isInActivityGap,
  findActivity,
  findRecordedHead,
  type RecordedHead,
  findLastNumber,
} from './activity-queries.ts';
import { scheduleActor } from './create-audit-log.ts';
import { createChainHeadFile, ChainHeadFile, type ChainHeadInKeychain } from './chain-head-copies.ts';

type ChainHeadOptions = {
  readonly context: Context;
  readonly hub: EventHub;
  readonly keychainHead: ChainHeadInKeychain;
};

/** A gap as the database stores it, without the time at which it was found. */
type FoundGap = Omit<Parameters<typeof insertActivityGap>[1], 'detected_at'>;

/**
 * Keeps copies of the chain's head outside the database: in a file, and in the keychain, where a program that changes the
 * files of the workspace cannot change it. When the workspace is opened, compares them: a torn write-ahead log or an older
 * copy of the database lacks entries that were written, and their gap is stored and logged.
 */
export class ChainHeadKeeper {
  readonly #db: Database;
  readonly #context: Context;
  readonly #hub: EventHub;
  readonly #file: ChainHeadFile;
  readonly #keychainHead: ChainHeadInKeychain;
  readonly #unsubscribe: readonly (() => void)[];
  #comparing: Promise<void> = Promise.resolve();
  #writtenHash = '';

  constructor(db: Database, dir: string, { context, hub, keychainHead }: ChainHeadOptions) {
    this.#db = db;
    this.#context = context;
    this.#hub = hub;
    // On a database server, a power failure of this computer loses no entry that the head would show.
    this.#file = new ChainHeadFile(dir, this.#logFailure, { isSynced: db.file !== null });
    this.#keychainHead = keychainHead;
    this.#compare([this.#file.stored, keychainHead.stored]);
    if (this.#isHeadLost()) this.#recordLostHead();
    this.#store();
    const compareLater = () => void (this.#comparing = this.#comparing.then(() => this.#compareLater()));
    this.#unsubscribe = [
      // The event is published after each commit that appends an entry, and before its response is sent.
      hub.subscribe(null, ({ event }) => {
        if (event.type === 'activity.changed') this.#store();
      }),
      context.keychain.onAvailable(compareLater),
    ];
    compareLater(); // it can have become available since the head was read
  }

  async close(): Promise<void> {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    await this.#comparing;
    await Promise.all([this.#file.close(), this.#keychainHead.close()]);
  }

  /** Stores the gap that the heads show, if any. */
  #compare(heads: readonly (RecordedHead | undefined)[]): boolean {
    const gap = findFirstGap(this.#db, heads);
    if (!gap) return false;
    this.#context.log.error({ ...gap }, 'the database lacks entries of the activity that were written');
    this.#db.transaction(() => insertActivityGap(this.#db, { ...gap, detected_at: this.#context.now() }));
    return true;
  }

  /**
   * Whether another program has deleted or emptied the file, and no copy in the keychain replaces it. A file that was just created
   * can lack the first entry, if its write was interrupted.
   */
  #isHeadLost(): boolean {
    if (this.#file.stored || this.#keychainHead.stored) return false;
    return findLastNumber(this.#db) > (this.#file.isNew ? 0 : 1);
  }

  /** The entry stays in the activity, because the next head hides that there was none. */
  #recordLostHead(): void {
    this.#context.log.error({}, 'the file activity-head was deleted, so entries that are missing cannot be noticed');
    const entry = {
      ...scheduleActor,
      at: this.#context.now(),
      role: 'admin',
      operation: 'replaceActivityHead',
      subject_id: null,
      subject_label: null,
      result: 'done',
      status: 200,
      code: null,
      request_id: this.#context.newId('req'),
    } as const;
    this.#db.transaction(() => insertActivity(this.#db, entry));
  }

  /** Compares the head in the keychain if it could not be read before. */
  async #compareLater(): Promise<void> {
    if (this.#keychainHead.isRead) return;
    try {
      await this.#keychainHead.read();
      if (this.#compare([this.#keychainHead.stored])) this.#hub.publish({ type: 'activity.changed' }, null);
    } catch (error) {
      this.#logFailure(error);
    }
  }

  /** The entry of a refused request is not synced, so a power failure can undo it. It is covered by the next entry that is. */
  #store(): void {
    if (this.#db.hasUnsyncedCommit) return;
    try {
      const head = findRecordedHead(this.#db);
      if (!head || head.hash === this.#writtenHash) return;
      this.#file.write(head);
      this.#keychainHead.write(head);
      this.#writtenHash = head.hash;
    } catch (error) {
      this.#logFailure(error);
    }
  }

  readonly #logFailure = (error: unknown): void => {
    this.#context.log.error({ err: error }, 'could not store the head of the activity outside the database');
  };
}

/** Stores the head of a new workspace that was filled with entries, in its folder. */
export function storeFirstChainHead(db: Database, dir: string): void {
  const head = findRecordedHead(db);
  if (head && head.rows > 0) createChainHeadFile(dir, head);
}

/** Returns the gap that the newest of the heads shows, or else an older one. */
function findFirstGap(db: Database, heads: readonly (RecordedHead | undefined)[]): FoundGap | undefined {
  const newestFirst = heads.flatMap((head) => head ?? []).toSorted((a, b) => b.rows - a.rows);
  for (const head of newestFirst) {
    const gap = findGap(db, head);
    if (gap) return gap;
  }
  return undefined;
}

function findGap(db: Database, stored: RecordedHead): FoundGap | undefined {
  if (stored.rows === 0) return undefined;
  const last = findLastNumber(db);
  const lastAt = findActivity(db, last)?.at ?? null;
  if (last < stored.rows)
    return { kind: 'missing', number: last + 1, entries: stored.rows - last, after: lastAt, until: stored.at };
  const entry = findActivity(db, stored.rows);
  if (entry?.hash === stored.hash) return undefined;
  if (isInActivityGap(db, stored.rows, stored.at)) return undefined; // another head showed it before
  const after = findActivity(db, stored.rows - 1)?.at ?? null;
  return { kind: 'replaced', number: stored.rows, entries: 1, after, until: stored.at };
}
