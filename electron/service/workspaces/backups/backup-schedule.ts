import { rm } from 'node:fs/promises';
import { appRoutes } from '../../../../shared/contract/contract.ts';
import type { BackupInterval, BackupSchedule } from '../../../../shared/workspaces/backups.ts';
import { dayMs } from '../../../../shared/text/duration.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { formatTimestamp } from '../../../../shared/contract/timestamp.ts';
import { writeEntry } from '../../features/activity/create-audit-log.ts';
import { scheduleKeyId } from '../../platform/http/principal.ts';
import { toProblem } from '../../platform/http/to-problem.ts';
import type { WorkspaceScope } from '../../platform/http/workspace-scope.ts';
import { readBackupSchedule, writeBackupSchedule, type StoredSchedule } from './backup-settings.ts';
import type { Backups, BackupSource } from './backups.ts';

/** Not at the start, which it would slow down, and after the check of the database. */
const firstCheckDelayMs = 2 * 60_000;

/** Checks regularly, because the clock can change and the computer can sleep. */
const checkIntervalMs = 15 * 60_000;

const intervalsMs: Readonly<Record<Exclude<BackupInterval, 'off'>, number>> = { daily: dayMs, weekly: 7 * dayMs };

export type ScheduleChanges = {
  readonly interval?: BackupInterval | undefined;
  readonly keep?: number | undefined;
  /** Null for backups without encryption. */
  readonly passphrase?: string | null | undefined;
};

type ScheduleOptions = {
  readonly backups: Backups;
  readonly source: Omit<BackupSource, 'name'> & { readonly getName: () => string };
  readonly scope: Pick<WorkspaceScope, 'db' | 'context' | 'events' | 'orgId'>;
};

/** Backs up the open workspace regularly, if the user wants that. */
export class WorkspaceBackupSchedule {
  readonly #options: ScheduleOptions;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(options: ScheduleOptions) {
    this.#options = options;
    if (!options.scope.db.isReadOnly) this.#checkLater(firstCheckDelayMs);
  }

  describe(): BackupSchedule {
    const { files: _, ...schedule } = this.#read();
    return schedule;
  }

  /**
   * Changes the schedule. A backup that is due by it starts at once. Throws the problems of the settings file without changing
   * anything.
   */
  async update({ interval, keep, passphrase }: ScheduleChanges): Promise<BackupSchedule> {
    const previous = passphrase === undefined ? undefined : await this.#secrets.read('backup-passphrase');
    if (passphrase === null) await this.#secrets.remove('backup-passphrase');
    else if (passphrase !== undefined) await this.#secrets.set('backup-passphrase', passphrase);
    try {
      this.#write({
        ...(interval !== undefined && { interval }),
        ...(keep !== undefined && { keep }),
        ...(passphrase !== undefined && { is_encrypted: passphrase !== null }),
        // What failed before may work now.
        failure: null,
      });
    } catch (error) {
      if (passphrase !== undefined) await this.#secrets.restore('backup-passphrase', previous);
      throw error;
    }
    this.checkNow();
    return this.describe();
  }

  /** Makes a backup if one is due. Never rejects. */
  runIfDue(): Promise<void> {
    const { log } = this.#options.scope.context;
    this.#running = this.#running
      .then(() => this.#runIfDue())
      .catch((error: unknown) => log.error({ err: error }, 'the result of a scheduled backup could not be stored'));
    return this.#running;
  }

  /** Makes a backup soon if one is due. */
  checkNow(): void {
    this.#checkLater(0);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    if (this.#options.backups.tasks.current?.kind === 'scheduled_backup')
      await this.#options.backups.tasks.stop(this.#options.source.id);
    await this.#running;
  }

  get #secrets() {
    const { scope, source } = this.#options;
    return scope.context.keychain.forWorkspace(source.id);
  }

  async #runIfDue(): Promise<void> {
    const { backups, source, scope } = this.#options;
    if (this.#isClosed || !isDue(this.#read(), scope.context.now()) || backups.tasks.current) return;
    const name = source.getName();
    try {
      const passphrase = this.#read().is_encrypted ? await this.#readPassphrase() : null;
      const { path } = await backups.create({ ...source, name }, { passphrase, kind: 'scheduled_backup' });
      const last_backup_at = formatTimestamp(scope.context.now());
      this.#write({ files: [path, ...this.#read().files], last_backup_at, failure: null });
      await this.#deleteOldest();
      this.#record(201);
    } catch (error) {
      if (this.#isClosed) return;
      const problem = toProblem(error);
      // Without the detail, which can name the folder of the backups.
      scope.context.log.error({ code: problem.code, err: problem.cause }, 'a scheduled backup failed');
      const isNew = this.#read().failure?.detail !== problem.message;
      const failure = { at: formatTimestamp(scope.context.now()), detail: problem.message };
      this.#write({ failure });
      if (isNew) this.#record(problem);
    }
    scope.events.publish({ type: 'backups.changed' }, null);
  }

  async #readPassphrase(): Promise<string> {
    const passphrase = await this.#secrets.read('backup-passphrase');
    if (typeof passphrase === 'string') return passphrase;
    throw new Problem(
      'passphrase_required',
      passphrase === null
        ? 'The passphrase of automatic backups is not in the keychain. Enter it again in Settings.'
        : 'The passphrase of automatic backups is not available, because the keychain of this computer cannot be used. Enter it again, or, if the keychain is locked, unlock it and choose Try again in Settings under Security.',
    );
  }

  /** Deletes the oldest backups of the schedule. Those that cannot be deleted now are tried again after the next backup. */
  async #deleteOldest(): Promise<void> {
    const { files, keep } = this.#read();
    const left: string[] = [];
    for (const path of files.slice(keep)) {
      try {
        await rm(path, { force: true });
      } catch (error) {
        left.push(path);
        this.#options.scope.context.log.error({ err: error }, 'an old automatic backup could not be deleted');
      }
    }
    this.#write({ files: [...files.slice(0, keep), ...left] });
  }

  #record(outcome: number | Problem): void {
    const { scope, source } = this.#options;
    if (!scope.db.isOpen) return;
    const entry = {
      principal: { keyId: scheduleKeyId, orgId: scope.orgId, role: 'admin' as const, memberId: null },
      operation: appRoutes.createBackup.id,
      subject: { id: source.id, label: source.getName() },
      outcome,
      requestId: scope.context.newId('req'),
    };
    scope.db.transaction(() => writeEntry(scope, entry));
  }

  #read(): StoredSchedule {
    return readBackupSchedule(this.#options.scope.context.settings, this.#options.source.id);
  }

  #write(changes: Partial<StoredSchedule>): void {
    writeBackupSchedule(this.#options.scope.context.settings, this.#options.source.id, changes);
  }

  #checkLater(delayMs: number): void {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      void this.runIfDue().then(() => this.#checkLater(checkIntervalMs));
    }, delayMs);
    this.#timer.unref();
  }
}

/** A backup from the future is due as well: the clock was wrong when it was made. */
function isDue({ interval, last_backup_at }: StoredSchedule, nowMs: number): boolean {
  if (interval === 'off') return false;
  return last_backup_at === null || Math.abs(nowMs - Date.parse(last_backup_at)) >= intervalsMs[interval];
}
