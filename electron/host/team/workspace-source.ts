import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Problem } from '../../../shared/contract/problems.ts';
import type { Workspace } from '../../../shared/workspaces/workspaces.ts';
import { rebuildCallCounts } from '../../service/features/insights/insight-queries.ts';
import { lockDataFolder } from '../../service/platform/db/data-folder-lock.ts';
import { removeMigrationBackups } from '../../service/platform/db/migrate.ts';
import { inspectDatabase, openDatabase } from '../../service/platform/db/open-database.ts';
import type { SqliteDatabase } from '../../service/platform/db/sqlite-database.ts';
import { databaseFile } from '../../service/platform/db/workspace-databases.ts';
import { generateId } from '../../service/platform/context.ts';
import { hashFile } from '../../service/platform/files/hash-file.ts';
import { contentFolders } from '../../service/workspaces/backups/backup-manifest.ts';
import { describeForeignValue } from '../../service/workspaces/backups/backup-protocol.ts';
import { listExpectedFiles } from '../../service/workspaces/backups/backup-queries.ts';
import { isEncrypted } from '../../service/workspaces/backups/encryption.ts';
import { previewBackup } from '../../service/workspaces/backups/read-backup.ts';
import { restoreBackup } from '../../service/workspaces/backups/restore-backup.ts';
import { findForeignValue } from '../../service/workspaces/backups/stored-value-queries.ts';
import { hasKnownSchema } from '../../service/workspaces/backups/verify-backup.ts';
import { copyDatabase, withDatabase } from '../../service/workspaces/maintenance/copy-database.ts';
import {
  checkIntegrity,
  rebuildIndex,
  useAsPrivateCopy,
} from '../../service/workspaces/maintenance/maintenance-queries.ts';
import { isReplacedFolder, isRestoreUnfinished } from '../../service/workspaces/maintenance/restore-snapshot.ts';
import { migrations } from '../../service/workspaces/migrations.ts';
import { getWorkspaceRow } from '../../service/workspaces/workspace-queries.ts';
import type { ProgressPrinter } from './print-progress.ts';

export type StageOptions = {
  /** An empty folder for temporary files. */
  readonly stageDir: string;
  /** The empty folder of the workspace. */
  readonly workspaceDir: string;
  readonly progress: ProgressPrinter;
};

/** A workspace that can be imported: a backup, or the folder of a workspace that is closed. */
export type WorkspaceSource = {
  readonly workspaceId: string;
  readonly kind: Workspace['kind'];
  /** Copies the database, migrated, and its files to a folder, and checks everything. Returns the number of files that it lacks. */
  readonly stage: (options: StageOptions) => Promise<number>;
  readonly close: () => void;
};

/** Throws Problem, or DataFolderError while the application uses the folder. */
export async function openWorkspaceSource(path: string, passphrase: string | null): Promise<WorkspaceSource> {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) throw new Problem('backup_not_found', `There is no file or folder ${path}.`);
  return stats.isDirectory() ? openFolder(findWorkspaceDir(resolve(path))) : openBackupSource(path, passphrase);
}

async function openBackupSource(path: string, passphrase: string | null): Promise<WorkspaceSource> {
  if (passphrase === null && (await isEncrypted(path)))
    throw new Problem(
      'passphrase_required',
      'This backup is encrypted: set SWITCHBOARD_BACKUP_PASSPHRASE to its passphrase.',
    );
  const { workspace_id: workspaceId, kind } = await previewBackup({ path, passphrase, migrations });
  return {
    workspaceId,
    kind,
    stage: async ({ stageDir, workspaceDir, progress }) => {
      const identity = { workspaceId, takenNames: [], restoredAt: Date.now(), requestId: generateId('req') };
      const input = { path, passphrase, migrations, stageDir, workspaceDir, ...identity };
      return (await restoreBackup(input, progress.backup)).missing_files;
    },
    close: () => {},
  };
}

/** Returns the folder itself, or the only workspace of a data folder. */
function findWorkspaceDir(dir: string): string {
  if (existsSync(join(dir, databaseFile))) return dir;
  const root = join(dir, 'workspaces');
  const dirs = existsSync(root) ? readdirSync(root).map((name) => join(root, name)) : [];
  const [found, ...others] = dirs.filter((one) => existsSync(join(one, databaseFile)));
  if (found === undefined) throw new Problem('workspace_not_found', `The folder ${dir} contains no workspace.`);
  if (others.length === 0) return found;
  const list = [found, ...others].join(', ');
  throw new Problem('workspace_not_found', `The folder ${dir} contains several workspaces: name one of ${list}.`);
}

function openFolder(dir: string): WorkspaceSource {
  const root = dirname(dir);
  // A copy of a folder of a workspace can be anywhere.
  const lock = root.endsWith('workspaces') ? lockDataFolder(dirname(root)) : undefined;
  const databasePath = join(dir, databaseFile);
  try {
    if (readdirSync(dir).some((name) => isReplacedFolder(name) && isRestoreUnfinished(join(dir, name))))
      throw new Problem(
        'workspace_unusable',
        'A snapshot was being restored. Open the workspace in Switchboard, then try again.',
      );
    const { workspace_id: workspaceId, kind } = inspectDatabase(databasePath, migrations, getWorkspaceRow);
    return { workspaceId, kind, stage: (options) => stageFolder(dir, options), close: () => lock?.release() };
  } catch (error) {
    lock?.release();
    throw error;
  }
}

/** The stored responses of the last day stay, so that a repeated request has the same effect. */
const responseTable = 'idempotency_record';

async function stageFolder(dir: string, { workspaceDir, progress }: StageOptions): Promise<number> {
  const databasePath = join(workspaceDir, databaseFile);
  await copyDatabase(join(dir, databaseFile), databasePath);
  withDatabase(databasePath, {}, checkCopy);
  const db = openDatabase(databasePath, migrations);
  try {
    rebuildCallCounts(db);
    removeMigrationBackups(db);
    const chainHead = 'activity-head';
    if (existsSync(join(dir, chainHead))) copyFileSync(join(dir, chainHead), join(workspaceDir, chainHead));
    return await copyFiles(dir, workspaceDir, db, progress);
  } finally {
    db.close();
  }
}

function checkCopy(db: SqliteDatabase): void {
  useAsPrivateCopy(db);
  const { damage, damagedIndexes } = checkIntegrity(db);
  if (damage !== null) throw createUnusableProblem('Its database is damaged');
  for (const index of damagedIndexes) rebuildIndex(db, index);
  if (!hasKnownSchema(db, db.schemaVersion, migrations))
    throw createUnusableProblem('Its database was not written by Switchboard');
  const place = findForeignValue(db, [responseTable]);
  if (place !== null) throw createUnusableProblem(describeForeignValue(place));
}

/** Returns the number of files that are missing or damaged. */
async function copyFiles(dir: string, target: string, db: SqliteDatabase, progress: ProgressPrinter): Promise<number> {
  for (const folder of contentFolders) mkdirSync(join(target, folder), { mode: 0o700 });
  const files = listExpectedFiles(db);
  let missing = 0;
  for (const [index, { name, sha256, size_bytes }] of files.entries()) {
    progress.files(index, files.length);
    const source = statSync(join(dir, name), { throwIfNoEntry: false });
    const isCopied = source?.isFile() && source.size === size_bytes;
    if (isCopied) await copyFile(join(dir, name), join(target, name));
    if (!isCopied || (await hashFile(join(target, name))) !== sha256) {
      missing += 1;
      rmSync(join(target, name), { force: true });
    }
  }
  return missing;
}

const createUnusableProblem = (reason: string) => new Problem('workspace_unusable', `${reason}. Nothing was changed.`);
