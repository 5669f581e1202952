import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { backupExtension, type Backup, type BackupSummary } from '../../../../shared/workspaces/backups.ts';
import { limits } from '../../../../shared/contract/limits.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import type { Workspace } from '../../../../shared/workspaces/workspaces.ts';
import type { Context } from '../../platform/context.ts';
import type { EventHub } from '../../platform/events/event-hub.ts';
import { receiveUpload } from '../../platform/http/receive-upload.ts';
import { databaseName } from './backup-manifest.ts';
import { createInvalidProblem, createProgressCounter } from './backup-protocol.ts';
import { BackupFolder } from './backup-folder.ts';
import { BackupTasks, type TaskContext } from './backup-tasks.ts';

/** The workspace that is backed up, which can be open. */
export type BackupSource = { readonly id: string; readonly name: string; readonly dir: string };

/** Where a backup is restored. */
export type RestoreTarget = {
  readonly takenNames: readonly string[];
  /** Adds the workspace whose folder `fill` fills. */
  readonly add: (fill: (dir: string, id: string) => Promise<void>) => Promise<Workspace>;
};

/** Writes, verifies and restores the backups of all workspaces. */
export class Backups {
  readonly folder: BackupFolder;
  readonly tasks: BackupTasks;
  readonly #context: Context;
  readonly #hub: EventHub;
  /** The uploaded files by path, each in a folder of its own. */
  readonly #uploads = new Map<string, { readonly folder: string; readonly name: string }>();

  constructor({ context, hub }: { readonly context: Context; readonly hub: EventHub }) {
    this.#context = context;
    this.#hub = hub;
    this.folder = new BackupFolder(context);
    this.tasks = new BackupTasks(hub);
  }

  /** Writes a backup and reads it again. Unless it resolves, no file is kept. */
  create(
    { id, name, dir }: BackupSource,
    { passphrase, kind }: { readonly passphrase: string | null; readonly kind: 'backup' | 'scheduled_backup' },
  ): Promise<Backup & { readonly summary: BackupSummary }> {
    const createdAt = this.#context.now();
    return this.tasks.run({ kind, subject: name, workspaceId: id }, async ({ request }) => {
      const { path, partPath } = await this.folder.prepareTarget(name);
      const write = (stageDir: string) =>
        request('write', {
          path,
          partPath,
          passphrase,
          migrations: this.#context.migrations,
          stageDir,
          workspaceDir: dir,
          databasePath: join(dir, databaseName),
          appVersion: this.#context.version,
          workFactor: this.#context.passphraseWork.backup,
          createdAt,
        });
      try {
        const summary = await this.folder.whileUnfinished(partPath, () => this.#withStage(write));
        await this.folder.recordCheck(path, summary, null);
        return { ...(await this.folder.describe(path)), summary };
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
    });
  }

  /** Throws the problems of `openBackup`. An uploaded file that cannot be restored is removed. */
  preview(path: string, passphrase: string | null): Promise<BackupSummary> {
    const { migrations } = this.#context;
    return this.#withUpload(path, () => this.tasks.preview({ path, passphrase, migrations }));
  }

  /** Reads a backup completely. Throws the problems of `openBackup`. */
  verify(path: string, passphrase: string | null): Promise<BackupSummary> {
    const { migrations } = this.#context;
    return this.tasks.run({ kind: 'verification', subject: this.getName(path) }, (task) =>
      this.#withCheck(path, () =>
        this.#withStage((stageDir) => task.request('verify', { path, passphrase, migrations, stageDir })),
      ),
    );
  }

  /** Restores a backup into a new workspace. Throws the problems of `openBackup`; nothing is then left of it. */
  async restore(path: string, passphrase: string | null, target: RestoreTarget): Promise<Workspace> {
    const { now, newId, migrations } = this.#context;
    const restore = (task: TaskContext) =>
      target.add(async (workspaceDir, workspaceId) => {
        const { takenNames } = target;
        const identity = { workspaceDir, workspaceId, takenNames, restoredAt: now(), requestId: newId('req') };
        await this.#withCheck(path, () =>
          this.#withStage((stageDir) =>
            task.request('restore', { path, passphrase, migrations, stageDir, ...identity }),
          ),
        );
      });
    const task = { kind: 'restore', subject: this.getName(path) } as const;
    const workspace = await this.#withUpload(path, () => this.tasks.run(task, restore));
    await this.#removeUpload(path);
    return workspace;
  }

  /** Stores an uploaded file until it is removed. It replaces an earlier one. */
  async receive(request: Request): Promise<Backup> {
    const totalBytes = Number(request.headers.get('Content-Length') ?? 0);
    return this.tasks.run({ kind: 'upload', subject: '' }, async ({ report, signal }) => {
      for (const path of this.#uploads.keys()) await this.#removeUpload(path);
      const folder = await this.#createPrivateFolder('upload');
      try {
        const count = createProgressCounter(report, 'receiving', totalBytes);
        const { file } = await receiveUpload(request, {
          maxBytes: limits.backupBytes,
          tooLargeDetail: `A backup can be at most ${limits.backupBytes / 1024 ** 3} GB. Nothing was uploaded.`,
          mediaTypeDetail: 'Send the backup as multipart/form-data with the part file.',
          receive: (source) => writeUpload(source, join(folder, 'received'), { count, signal }),
          discard: (received) => rm(received.path, { force: true }),
        });
        if (!file?.name.endsWith(backupExtension))
          throw createInvalidProblem(`Choose a file whose name ends with ${backupExtension}.`);
        this.#uploads.set(file.path, { folder, name: file.name });
        return { ...(await this.folder.describe(file.path)), file_name: file.name };
      } catch (error) {
        await rm(folder, { recursive: true, force: true });
        throw error;
      }
    });
  }

  /** Returns the name of a file as the user knows it. */
  getName(path: string): string {
    return this.#uploads.get(path)?.name ?? basename(path);
  }

  /** Deletes a backup, or an uploaded file. */
  async remove(path: string): Promise<void> {
    if (this.#uploads.has(path)) await this.#removeUpload(path);
    else await this.folder.remove(path);
    this.#hub.publish({ type: 'backups.changed' }, null);
  }

  async close(): Promise<void> {
    await this.tasks.close();
    for (const path of this.#uploads.keys()) await this.#removeUpload(path);
  }

  /** Records whether the file could be read completely. */
  async #withCheck(path: string, read: () => Promise<BackupSummary>): Promise<BackupSummary> {
    if (this.#uploads.has(path)) return read();
    try {
      const summary = await read();
      await this.folder.recordCheck(path, summary, null);
      return summary;
    } catch (error) {
      if (isUnusable(error)) await this.folder.recordCheck(path, null, error.message);
      throw error;
    }
  }

  async #withUpload<Result>(path: string, run: () => Promise<Result>): Promise<Result> {
    try {
      return await run();
    } catch (error) {
      if (isUnusable(error)) await this.#removeUpload(path);
      throw error;
    }
  }

  async #removeUpload(path: string): Promise<void> {
    const upload = this.#uploads.get(path);
    if (!upload) return;
    this.#uploads.delete(path);
    await rm(upload.folder, { recursive: true, force: true });
  }

  async #withStage<Result>(run: (stageDir: string) => Promise<Result>): Promise<Result> {
    const stageDir = await this.#createPrivateFolder('backup');
    try {
      return await run(stageDir);
    } finally {
      await rm(stageDir, { recursive: true, force: true });
    }
  }

  /** Creates a folder on the disk of the workspaces. The workspace manager removes such folders at the start. */
  async #createPrivateFolder(purpose: 'backup' | 'upload'): Promise<string> {
    const path = join(this.#context.dataDir, 'workspaces', `.${purpose}-${this.#context.newId('wsp')}`);
    await mkdir(path, { mode: 0o700 });
    return path;
  }
}

type WriteUploadOptions = { readonly count: (bytes: number) => void; readonly signal: AbortSignal };

async function writeUpload(source: Readable, path: string, { count, signal }: WriteUploadOptions) {
  async function* countBytes(parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const part of parts) {
      count(part.length);
      yield part;
    }
  }
  await pipeline(source, countBytes, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal });
  return { path };
}

/** Whether a file cannot be restored, with any passphrase. */
function isUnusable(error: unknown): error is Problem {
  return error instanceof Problem && (error.code === 'backup_invalid' || error.code === 'backup_too_new');
}
