import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { Problem } from '../../../../shared/contract/problems.ts';
import type { Snapshot } from '../../../../shared/workspaces/workspaces.ts';
import { rebuildCallCounts } from '../../features/insights/insight-queries.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import { removeMigrationBackups } from '../../platform/db/migrate.ts';
import type { RewriteRequest } from '../../platform/db/rewrite-request.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import { resolveWorkerUrl } from '../../platform/workers/worker-protocol.ts';
import { WorkerClient } from '../../platform/workers/worker-client.ts';
import { deleteOldDamagedCopies } from './damaged-copies.ts';
import { rebuildIndex, type CheckReport } from './maintenance-queries.ts';
import { SnapshotFolder } from './snapshot-folder.ts';

/** Not at the start, which it would slow down. */
const firstRunDelayMs = 60_000;

/** Checks regularly whether a snapshot is due, because the clock can change and the computer can sleep. */
const checkIntervalMs = 60 * 60_000;

type MaintenanceOptions = {
  readonly databasePath: string;
  readonly workspaceDir: string;
  readonly context: Pick<Context, 'now' | 'log'>;
  readonly events: Pick<EventPublisher, 'publish'>;
  readonly rewriteRequest: Pick<RewriteRequest, 'isSet' | 'clear'>;
  /** Whether nothing uses the workspace. */
  readonly isIdle: () => boolean;
};

/**
 * Checks the database of the open workspace in the background, once after it is opened and then daily, repairs its indexes and figures,
 * keeps a snapshot of each day, rewrites the database after deletions, and deletes old damaged copies. Does nothing if the workspace is open
 * read-only or on a database server.
 */
export class Maintenance {
  readonly #db: Database;
  readonly #options: MaintenanceOptions;
  readonly #snapshots: SnapshotFolder;
  readonly #client = new WorkerClient<MaintenanceProtocol>({
    label: 'maintenance worker',
    startWorker: () => new Worker(resolveWorkerUrl('maintenance-worker', import.meta.url), { name: 'maintenance' }),
    idleTimeoutMs: 10_000,
  });
  #running: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #damage: string | null = null;
  /** The first run after the start, which checks the database even if no snapshot is due. */
  #isFirst = true;
  /** Whether the database changed while it was last rewritten, or was in use. */
  #isRewriteLate = false;
  #isClosed = false;

  constructor(db: Database, options: MaintenanceOptions) {
    this.#db = db;
    this.#options = options;
    this.#snapshots = new SnapshotFolder(options.workspaceDir);
    if (!db.isReadOnly && db.file) this.#schedule(firstRunDelayMs);
  }

  /** Whether the last check found damage that cannot be repaired. */
  get isDatabaseDamaged(): boolean {
    return this.#damage !== null;
  }

  /** Checks and repairs the database, and takes a snapshot if one is due or `isForced`. Runs one at a time. */
  run({ isForced = false } = {}): Promise<Snapshot | null> {
    const result = this.#running.then(() => this.#run(isForced));
    this.#running = result.catch(() => {}); // the caller handles the error
    return result;
  }

  /** Runs soon if a snapshot is due. */
  checkNow(): void {
    if (!this.#isFirst) this.#schedule(0);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#client.close(
      new Problem('workspace_unusable', 'The workspace was closed before the snapshot was taken. Try again.'),
    );
    await this.#running;
    try {
      if (!this.#db.isReadOnly) await this.#snapshots.removeUnfinishedLater();
    } catch (error) {
      this.#options.context.log.error({ err: error }, 'could not remove unfinished snapshots');
    }
  }

  async #run(isForced: boolean): Promise<Snapshot | null> {
    const { context } = this.#options;
    await this.#snapshots.removeUnfinishedLater();
    const { copyPath, newPath } = this.#snapshots.prepare();
    try {
      const report = await this.#client.request('check', { databasePath: this.#options.databasePath, copyPath });
      this.#setDamage(report.damage);
      if (report.damage !== null) return null;
      const isIntact = report.damagedIndexes.length === 0 && report.areCallCountsCurrent;
      if (!isForced && isIntact && !this.#snapshots.isDue(context.now())) return null;
      const createdAt = context.now();
      const request = { copyPath, path: newPath, report };
      const { isActivityIntact } = await this.#client.request('createSnapshot', request);
      const snapshot = this.#snapshots.add(newPath, createdAt, isActivityIntact);
      if (isActivityIntact) removeMigrationBackups(this.#db);
      await this.#repair(report);
      return snapshot;
    } finally {
      await this.#snapshots.removeUnfinishedLater();
    }
  }

  async #repair({ damagedIndexes, areCallCountsCurrent }: CheckReport): Promise<void> {
    for (const index of damagedIndexes) {
      await nextTurn();
      if (this.#isClosed) return;
      rebuildIndex(this.#db, index);
      this.#options.context.log.error(
        { index },
        'an index of the database was damaged; it was rebuilt after a snapshot',
      );
    }
    if (areCallCountsCurrent || this.#isClosed) return;
    rebuildCallCounts(this.#db);
    this.#options.context.log.error(
      { table: 'call_count' },
      'the figures of the insights were wrong; the calls were counted again',
    );
  }

  async #rewriteIfRequested(): Promise<void> {
    const { rewriteRequest, isIdle } = this.#options;
    if (rewriteRequest.isSet && isIdle()) {
      const result = this.#running.then(() => this.#rewrite());
      this.#running = result.catch(() => {}); // handled below
      await result;
    }
    this.#isRewriteLate = rewriteRequest.isSet;
  }

  /**
   * Rewrites the database after deletions, on a copy, and replaces its file if it has not changed meanwhile. Rewriting the
   * database itself would block all requests, for 0.9 seconds with 136 MB.
   */
  async #rewrite(): Promise<void> {
    const { databasePath, rewriteRequest, isIdle } = this.#options;
    await this.#snapshots.removeUnfinishedLater();
    const { copyPath, rewrittenPath } = this.#snapshots.prepare();
    try {
      const { file } = this.#db;
      const version = file?.version;
      const { damage, damagedIndexes } = await this.#client.request('check', { databasePath, copyPath });
      if (damage !== null || damagedIndexes.length > 0) return; // the next check reports and repairs it
      await this.#client.request('rewrite', { copyPath, path: rewrittenPath });
      if (this.#isClosed || !isIdle() || file?.version !== version) return;
      if (file?.replaceFile(rewrittenPath)) rewriteRequest.clear();
    } finally {
      await this.#snapshots.removeUnfinishedLater();
    }
  }

  #deleteOldDamagedCopies(): void {
    const { context, workspaceDir } = this.#options;
    try {
      deleteOldDamagedCopies(workspaceDir, context.now());
    } catch (error) {
      context.log.error({ err: error }, 'could not delete old damaged copies');
    }
  }

  #setDamage(damage: string | null): void {
    if (damage === this.#damage) return;
    this.#damage = damage;
    if (damage !== null) this.#options.context.log.error({ damage }, 'the database is damaged');
    this.#options.events.publish({ type: 'workspaces.changed' }, null);
  }

  #schedule(delayMs: number): void {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.#runScheduled(), delayMs);
    this.#timer.unref();
  }

  async #runScheduled(): Promise<void> {
    const { context } = this.#options;
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    this.#deleteOldDamagedCopies();
    try {
      const isDue = isFirst || this.#snapshots.isDue(context.now());
      if (isDue) await this.run();
      if (isDue || this.#isRewriteLate) await this.#rewriteIfRequested();
    } catch (error) {
      if (!this.#isClosed)
        context.log.error({ err: error }, 'could not check or rewrite the database, or take a snapshot');
    }
    this.#schedule(checkIntervalMs);
  }
}

export type MaintenanceProtocol = {
  /** Copies the database page by page to `copyPath` and checks the copy. */
  readonly check: {
    readonly input: { readonly databasePath: string; readonly copyPath: string };
    readonly result: CheckReport;
  };
  /** Writes a checked copy again to `path`, without the remnants of deleted text. */
  readonly rewrite: {
    readonly input: { readonly copyPath: string; readonly path: string };
    readonly result: null;
  };
  /** Writes a verified snapshot of a checked copy to `path`. */
  readonly createSnapshot: {
    readonly input: { readonly copyPath: string; readonly path: string; readonly report: CheckReport };
    readonly result: { readonly isActivityIntact: boolean };
  };
};

type BackgroundWork = {
  readonly inFlightRequests: { readonly isEmpty: boolean };
  readonly knowledge: { readonly isIdle: boolean };
  readonly calls: { readonly countUnfinished: () => number };
  readonly backups: { readonly tasks: { readonly current: object | null } };
};

/** Whether no request, document, call or backup uses a workspace. A worker of a backup can open its database at any time. */
export function isWorkspaceIdle({ inFlightRequests, knowledge, calls, backups }: BackgroundWork): boolean {
  const isBackingUp = backups.tasks.current !== null;
  return inFlightRequests.isEmpty && knowledge.isIdle && calls.countUnfinished() === 0 && !isBackingUp;
}
