import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '../../../../shared/contract/problems.ts';
import type { Context } from '../../platform/context.ts';
import { SqliteDatabase } from '../../platform/db/sqlite-database.ts';
import type { Migration } from '../../platform/db/migrate.ts';
import { findDamage, inspectDatabase } from '../../platform/db/open-database.ts';
import { explainUnreleased, isUnreleasedDatabase } from '../../platform/db/unreleased-version.ts';
import { syncFile } from '../../platform/files/sync-file.ts';
import { askAboutRestoredItems, listReferencedFiles, readSafeguards, storeSafeguards } from './maintenance-queries.ts';

/** Whether a folder inside a workspace's folder contains the files that a restored snapshot replaced. */
export const isReplacedFolder = (name: string) => /^damaged-\d{8}T\d{6}Z(-\d+)?$/.test(name);

/** The name of such a folder while the snapshot is copied into it. */
const toPreparedName = (name: string) => `.restoring-${name}`;

const isPreparedFolder = (name: string) => name.startsWith(toPreparedName('damaged-'));

/** During a restore, the folder of the replaced files also contains the database that takes their place. */
const restoredFile = 'restored.db';

/** Whether the folder still contains the database that takes the place of the replaced one. */
export const isRestoreUnfinished = (dir: string) => existsSync(join(dir, restoredFile));

/** Throws Problem `workspace_unusable` if a snapshot was damaged since it was taken, or by an unreleased version. */
export function checkSnapshot(path: string, migrations: readonly Migration[]): void {
  if (isUnreleasedDatabase(path))
    throw new Problem('workspace_unusable', explainUnreleased('This snapshot', 'choose another one'));
  let damage: unknown;
  try {
    damage = inspectDatabase(path, migrations, findDamage);
  } catch (error) {
    damage = error;
  }
  if (damage !== null)
    throw new Problem('workspace_unusable', 'This snapshot is damaged. Nothing was changed. Choose another one.', {
      cause: damage,
    });
}

/**
 * Puts a snapshot in the place of the database of a closed workspace. Access and the do-not-call list stay as they are, as far as the
 * damaged database can be read. Moves the damaged database, and the originals and
 * recordings that the snapshot does not know, to a folder of their own beside it, and returns its name: nothing is deleted.
 */
export function restoreSnapshot(
  workspaceDir: string,
  databaseName: string,
  snapshotPath: string,
  { now, migrations, log }: Pick<Context, 'now' | 'migrations' | 'log'>,
): string {
  inspectDatabase(snapshotPath, migrations, listReferencedFiles); // throws before anything is changed
  const name = findFreeName(workspaceDir, `damaged-${new Date(now()).toISOString().replaceAll(/[-:]|\.\d+/g, '')}`);
  const preparedDir = join(workspaceDir, toPreparedName(name));
  mkdirSync(preparedDir, { mode: 0o700 });
  copyFileSync(snapshotPath, join(preparedDir, restoredFile));
  const restored = new SqliteDatabase(join(preparedDir, restoredFile));
  try {
    askAboutRestoredItems(restored);
    keepSafeguards(restored, join(workspaceDir, databaseName), { migrations, log });
  } finally {
    restored.close();
  }
  syncFile(join(preparedDir, restoredFile));
  // From here on, the next start finishes the restore.
  renameSync(preparedDir, join(workspaceDir, name));
  finishRestore(workspaceDir, databaseName, join(workspaceDir, name), migrations);
  return name;
}

/** A database that cannot be read must not prevent its restore. */
function keepSafeguards(
  restored: SqliteDatabase,
  replacedPath: string,
  { migrations, log }: Pick<Context, 'migrations' | 'log'>,
): void {
  try {
    storeSafeguards(restored, inspectDatabase(replacedPath, migrations, readSafeguards));
  } catch (error) {
    log.error({ err: error }, 'could not keep the access of a restored workspace as it was');
  }
}

/**
 * Finishes a restore of a closed workspace that the end of the process interrupted, or undoes it if it had changed nothing. Changes
 * nothing in the workspace of an unreleased version.
 */
export function finishInterruptedRestore(
  workspaceDir: string,
  databaseName: string,
  migrations: readonly Migration[],
): void {
  if (isUnreleasedDatabase(join(workspaceDir, databaseName))) return;
  for (const name of readdirSync(workspaceDir)) {
    const dir = join(workspaceDir, name);
    if (isPreparedFolder(name)) rmSync(dir, { recursive: true, force: true });
    else if (isReplacedFolder(name) && isRestoreUnfinished(dir))
      finishRestore(workspaceDir, databaseName, dir, migrations);
  }
}

/** Each step can be repeated. The last one ends the restore. */
function finishRestore(
  workspaceDir: string,
  databaseName: string,
  asideDir: string,
  migrations: readonly Migration[],
): void {
  const restoredPath = join(asideDir, restoredFile);
  const { originals, recordings } = inspectDatabase(restoredPath, migrations, listReferencedFiles);
  for (const name of [databaseName, `${databaseName}-wal`, `${databaseName}-shm`])
    if (existsSync(join(workspaceDir, name))) renameSync(join(workspaceDir, name), join(asideDir, name));
  // Before the workspace can be opened, which deletes files that its database does not know.
  moveUnknown(join(workspaceDir, 'files'), join(asideDir, 'files'), originals);
  moveUnknown(join(workspaceDir, 'recordings'), join(asideDir, 'recordings'), recordings);
  renameSync(restoredPath, join(workspaceDir, databaseName));
}

function moveUnknown(from: string, to: string, known: ReadonlySet<string>): void {
  if (!existsSync(from)) return;
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (!entry.isFile() || known.has(entry.name)) continue;
    mkdirSync(to, { recursive: true, mode: 0o700 });
    renameSync(join(from, entry.name), join(to, entry.name));
  }
}

function findFreeName(folder: string, name: string): string {
  for (let count = 1; ; count++) {
    const candidate = count === 1 ? name : `${name}-${count}`;
    if (!existsSync(join(folder, candidate))) return candidate;
  }
}
