import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { inspectDatabase } from '../../platform/db/open-database.ts';
import { listReferencedFiles } from './maintenance-queries.ts';

/** Whether a folder in that of a workspace contains the files that a restored snapshot replaced. */
export const isReplacedFolder = (name: string) => /^damaged-\d{8}T\d{6}Z$/.test(name);

/**
 * Puts a snapshot in the place of the database of a closed workspace. Moves the damaged database, and the originals and
 * recordings that the snapshot does not know, to a folder of their own beside it, and returns its name: nothing is deleted.
 */
export function restoreSnapshot(
  workspaceDir: string,
  databaseName: string,
  snapshotPath: string,
  nowMs: number,
): string {
  const asideName = `damaged-${new Date(nowMs).toISOString().replaceAll(/[-:]|\.\d+/g, '')}`;
  const asideDir = join(workspaceDir, asideName);
  const restoredPath = join(workspaceDir, `${databaseName}.restored`);
  const { originals, recordings } = inspectDatabase(snapshotPath, listReferencedFiles);
  copyFileSync(snapshotPath, restoredPath);
  mkdirSync(asideDir, { recursive: true, mode: 0o700 });
  for (const name of [databaseName, `${databaseName}-wal`, `${databaseName}-shm`])
    if (existsSync(join(workspaceDir, name))) renameSync(join(workspaceDir, name), join(asideDir, name));
  renameSync(restoredPath, join(workspaceDir, databaseName));
  moveUnknown(join(workspaceDir, 'files'), join(asideDir, 'files'), originals);
  moveUnknown(join(workspaceDir, 'recordings'), join(asideDir, 'recordings'), recordings);
  return asideName;
}

function moveUnknown(from: string, to: string, known: ReadonlySet<string>): void {
  if (!existsSync(from)) return;
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (!entry.isFile() || known.has(entry.name)) continue;
    mkdirSync(to, { recursive: true, mode: 0o700 });
    renameSync(join(from, entry.name), join(to, entry.name));
  }
}
