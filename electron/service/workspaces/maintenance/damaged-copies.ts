import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { dayMs } from '../../../../shared/text/duration.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { damagedCopyDays } from '../../../../shared/workspaces/workspaces.ts';
import { isReplacedFolder, isRestoreUnfinished } from './restore-snapshot.ts';

/** Returns the names of the folders with the files that restored snapshots replaced. */
export function listDamagedCopies(workspaceDir: string): readonly string[] {
  return readdirSync(workspaceDir).filter(isDamagedCopy).toSorted();
}

function isDamagedCopy(name: string): boolean {
  return isReplacedFolder(name) && Number.isFinite(getReplacedAt(name));
}

/** Returns when a snapshot replaced the files, in milliseconds, which the name of the folder contains. */
export function getReplacedAt(name: string): number {
  return Date.parse(name.replace(/^damaged-(....)(..)(..)T(..)(..)(..)Z.*$/, '$1-$2-$3T$4:$5:$6Z'));
}

/** Returns the path of a copy. Throws Problem `damaged_copy_not_found`. */
export function requireDamagedCopy(workspaceDir: string, name: string): string {
  const path = join(workspaceDir, name);
  if (!isDamagedCopy(name) || !existsSync(path))
    throw new Problem('damaged_copy_not_found', `There is no damaged copy ${JSON.stringify(name)}.`);
  return path;
}

/** Deletes a copy. Throws Problem `workspace_unusable` if its folder still contains the database that replaces it. */
export function deleteDamagedCopy(path: string): void {
  if (isRestoreUnfinished(path))
    throw new Problem('workspace_unusable', 'The restore is not finished. Open the workspace, then delete the copy.');
  rmSync(path, { recursive: true, force: true });
}

/** Deletes the copies that were made 30 days ago. */
export function deleteOldDamagedCopies(workspaceDir: string, nowMs: number): void {
  for (const name of listDamagedCopies(workspaceDir)) {
    const path = join(workspaceDir, name);
    if (getReplacedAt(name) + damagedCopyDays * dayMs <= nowMs && !isRestoreUnfinished(path)) deleteDamagedCopy(path);
  }
}
