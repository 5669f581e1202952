import { createHash, randomUUID } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { access, constants, lstat, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { backupExtension, type Backup, type BackupSummary } from '../../../../shared/workspaces/backups.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { toFileNamePart } from '../../../../shared/text/file-name-part.ts';
import { formatTimestamp } from '../../../../shared/contract/timestamp.ts';
import type { Context } from '../../platform/context.ts';
import { isFileMissing } from '../../platform/files/read-file-range.ts';
import { createNotFoundProblem } from './backup-protocol.ts';
import { readBackupSettings, storedCheckSchema, writeBackupSettings } from './backup-settings.ts';
import { isEncrypted } from './encryption.ts';

const partExtension = '.part';

/** The folder of the backups, and what is known about its files. */
export class BackupFolder {
  readonly #context: Pick<Context, 'dataDir' | 'settings' | 'now'>;
  readonly defaultPath: string;
  /** The paths of the files that were listed or uploaded, by id. */
  readonly #paths = new Map<string, string>();

  constructor(context: Pick<Context, 'dataDir' | 'settings' | 'now'>) {
    this.#context = context;
    this.defaultPath = resolve(context.dataDir, 'backups');
    this.#removeUnfinished();
  }

  get path(): string {
    return readBackupSettings(this.#context.settings).folder ?? this.defaultPath;
  }

  /** Returns the backups, newest first; none and the reason if the folder cannot be read. */
  async list(): Promise<{ readonly data: Backup[]; readonly error: string | null }> {
    const folder = this.path;
    try {
      const names = (await readdir(folder)).filter((name) => name.endsWith(backupExtension));
      const backups = await Promise.all(names.map((name) => this.describe(join(folder, name)).catch(() => null)));
      const data = backups.flatMap((backup) => backup ?? []);
      return { data: data.toSorted((a, b) => b.modified_at.localeCompare(a.modified_at)), error: null };
    } catch (error) {
      const isNotCreatedYet = folder === this.defaultPath && isFileMissing(error);
      return { data: [], error: isNotCreatedYet ? null : describeFolderError(folder, error) };
    }
  }

  /** Returns a file as the list shows it. Throws Problem `backup_not_found` if it is not a file. */
  async describe(path: string): Promise<Backup> {
    const stats = await lstat(path).catch(() => undefined);
    if (!stats?.isFile()) throw createNotFoundProblem();
    const modified_at = formatTimestamp(Math.floor(stats.mtimeMs));
    const { data: stored } = storedCheckSchema.safeParse(readBackupSettings(this.#context.settings).checks[path]);
    const isCurrent = stored?.size_bytes === stats.size && stored.modified_at === modified_at;
    const encrypted = await isEncrypted(path).catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'backup_invalid') return error;
      throw error;
    });
    let check: Backup['check'] = null;
    if (encrypted instanceof Problem) {
      const at = formatTimestamp(this.#context.now());
      check = { at, workspace_name: null, created_at: null, error: encrypted.message };
    } else if (isCurrent) {
      const { at, workspace_name, created_at, error } = stored;
      check = { at, workspace_name, created_at, error };
    }
    return {
      backup_id: this.addPath(path),
      file_name: basename(path),
      path,
      size_bytes: stats.size,
      modified_at,
      is_encrypted: encrypted === true,
      check,
    };
  }

  /** Remembers a file, and returns its id. */
  addPath(path: string): string {
    const id = `bkp_${createHash('sha256').update(path).digest('hex').slice(0, 24)}`;
    this.#paths.set(id, path);
    return id;
  }

  /** Returns the path of a file that was listed or uploaded. Throws Problem `backup_not_found`. */
  require(backupId: string): string {
    const path = this.#paths.get(backupId);
    if (path === undefined) throw createNotFoundProblem();
    return path;
  }

  /** Stores the result of a check of the file as it is now. */
  async recordCheck(path: string, summary: BackupSummary | null, error: string | null): Promise<void> {
    const { settings, now } = this.#context;
    const stats = await lstat(path).catch(() => undefined);
    if (!stats) return;
    const { checks } = readBackupSettings(settings);
    const known = Object.entries(checks).filter(([other]) => other !== path && existsSync(other));
    const check = {
      at: formatTimestamp(now()),
      workspace_name: summary?.workspace_name ?? null,
      created_at: summary?.created_at ?? null,
      error,
      size_bytes: stats.size,
      modified_at: formatTimestamp(Math.floor(stats.mtimeMs)),
    };
    writeBackupSettings(settings, { checks: { ...Object.fromEntries(known), [path]: check } });
  }

  /** Deletes a file. Throws Problem `backup_not_found` or `backup_folder_unusable`. */
  async remove(path: string): Promise<void> {
    try {
      await rm(path);
    } catch (error) {
      if (isFileMissing(error)) throw createNotFoundProblem();
      throw createFolderProblem(dirname(path), error);
    }
  }

  /** Returns the path for a new backup, and the one under which it is written. Throws Problem `backup_folder_unusable`. */
  async prepareTarget(workspaceName: string): Promise<{ readonly path: string; readonly partPath: string }> {
    const folder = this.path;
    if (folder === this.defaultPath) await mkdir(folder, { recursive: true, mode: 0o700 }).catch(() => undefined);
    await checkWritable(folder);
    const name = createFileName(workspaceName, this.#context.now());
    let path = join(folder, `${name}${backupExtension}`);
    for (let count = 2; existsSync(path); count++) path = join(folder, `${name}-${count}${backupExtension}`);
    return { path, partPath: `${path}${partExtension}` };
  }

  /** Runs a task that writes a file, which is removed at the next start if the task is interrupted. */
  async whileUnfinished<Result>(partPath: string, run: () => Promise<Result>): Promise<Result> {
    this.#changeUnfinished((paths) => [...paths, partPath]);
    try {
      return await run();
    } finally {
      await rm(partPath, { force: true });
      this.#changeUnfinished((paths) => paths.filter((path) => path !== partPath));
    }
  }

  /** Changes the folder; null for the default one. Throws Problem `backup_folder_unusable` without changing anything. */
  async setPath(folder: string | null): Promise<void> {
    const { settings, dataDir } = this.#context;
    if (folder !== null) {
      if (!isAbsolute(folder)) throw createFolderProblem(folder, null, 'is not an absolute path');
      const place = relative(resolve(dataDir, 'workspaces'), folder);
      if (!place.startsWith('..') && !isAbsolute(place)) throw createFolderProblem(folder, null, 'contains workspaces');
      await checkWritable(folder);
    }
    writeBackupSettings(settings, { folder: folder === null ? null : resolve(folder) });
  }

  /** Files on a disk that is not connected now are removed later. */
  #removeUnfinished(): void {
    const { unfinished } = readBackupSettings(this.#context.settings);
    if (unfinished.length === 0) return;
    const left = unfinished.filter((path) => {
      if (!path.endsWith(`${backupExtension}${partExtension}`)) return false;
      if (!existsSync(dirname(path))) return true;
      rmSync(path, { force: true });
      return false;
    });
    this.#changeUnfinished(() => left);
  }

  #changeUnfinished(change: (paths: readonly string[]) => readonly string[]): void {
    const { settings } = this.#context;
    writeBackupSettings(settings, { unfinished: [...change(readBackupSettings(settings).unfinished)] });
  }
}

/** `Harbour-Office-20260312T140509Z`: a name that every file system accepts. */
function createFileName(workspaceName: string, nowMs: number): string {
  const name = toFileNamePart(workspaceName, { maxLength: 60 });
  const time = formatTimestamp(nowMs).replaceAll(/[-:]|\.\d+/g, '');
  return `${name || 'workspace'}-${time}`;
}

/** Writes and removes a file, because permissions alone do not show whether a folder is writable. */
async function checkWritable(folder: string): Promise<void> {
  const probe = join(folder, `.switchboard-${randomUUID()}`);
  try {
    await access(folder, constants.R_OK);
    await writeFile(probe, '', { flag: 'wx', mode: 0o600 });
    await rm(probe, { force: true });
  } catch (error) {
    throw createFolderProblem(folder, error);
  }
}

const folderErrors: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist, or its disk is not connected',
  ENOTDIR: 'is not a folder',
  EACCES: 'cannot be used by your account',
  EPERM: 'cannot be used by your account',
  EROFS: 'is on a disk that is read-only',
  ENOSPC: 'is on a disk that is full',
};

function describeFolderError(folder: string, error: unknown, reason?: string): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  return `The folder ${folder} ${reason ?? folderErrors[code] ?? `cannot be used (${code})`}. Choose another folder.`;
}

function createFolderProblem(folder: string, error: unknown, reason?: string): Problem {
  const detail = describeFolderError(folder, error, reason);
  return new Problem('backup_folder_unusable', detail, { errors: [{ pointer: '/folder', detail }], cause: error });
}
