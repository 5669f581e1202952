import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '../../../shared/contract/problems.ts';
import type { Context } from '../platform/context.ts';
import { isUnreleasedDatabase } from '../platform/db/unreleased-version.ts';
import { deleteOldDamagedCopies } from './maintenance/damaged-copies.ts';
import { finishInterruptedRestore } from './maintenance/restore-snapshot.ts';
import { SnapshotFolder } from './maintenance/snapshot-folder.ts';
import { databaseFile } from '../platform/db/workspace-databases.ts';

const idPattern = /^wsp_[0-9a-f]+$/;

/** The folder of a workspace during its creation or removal, and the folders of backups and uploads. */
const interruptedDir = /^\.(new|removed|backup|upload)-(wsp_[0-9a-f]+)$/;

export function isWorkspaceId(text: string): boolean {
  return idPattern.test(text);
}

type FillFolder = (dir: string, id: string) => void | Promise<void>;

/** The folders of the workspaces of a data folder, each in `workspaces/<id>/`, and their secrets. */
export class WorkspaceFolders {
  readonly #root: string;
  readonly #context: Context;

  /** Cleans up after a task that was interrupted. Other entries of the folder are not ours. */
  constructor(context: Context) {
    this.#context = context;
    this.#root = join(context.dataDir, 'workspaces');
    mkdirSync(this.#root, { recursive: true });
    for (const entry of readdirSync(this.#root, { withFileTypes: true })) {
      if (!entry.isDirectory()) continue;
      const [, task, id] = interruptedDir.exec(entry.name) ?? [];
      if (id !== undefined) {
        rmSync(join(this.#root, entry.name), { recursive: true, force: true });
        if (task === 'new' || task === 'removed') void context.keychain.removeWorkspace(id);
      } else if (isWorkspaceId(entry.name)) this.#finishInterruptedWork(entry.name);
    }
  }

  listIds(): readonly string[] {
    return readdirSync(this.#root, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && isWorkspaceId(entry.name))
      .map(({ name }) => name);
  }

  /** Returns the folders of all workspaces except one. */
  listDirs(exceptId?: string): readonly string[] {
    return this.listIds()
      .filter((id) => id !== exceptId)
      .map((id) => this.getDir(id));
  }

  has(workspaceId: string): boolean {
    if (!isWorkspaceId(workspaceId)) return false;
    return statSync(this.getDir(workspaceId), { throwIfNoEntry: false })?.isDirectory() ?? false;
  }

  readonly getDir = (workspaceId: string): string => join(this.#root, workspaceId);

  /** Returns the folder of a workspace. Throws Problem `workspace_not_found`. */
  require(workspaceId: string): string {
    if (!this.has(workspaceId))
      throw new Problem('workspace_not_found', `There is no workspace with the ID ${JSON.stringify(workspaceId)}.`);
    return this.getDir(workspaceId);
  }

  /** Adds the folder of a new workspace, which `fill` fills, and returns its ID. It is listed only once it is complete. */
  async add(fill: FillFolder): Promise<string> {
    const id = await this.prepare(fill);
    await this.addPrepared(id);
    return id;
  }

  /** Fills the folder of a new workspace without listing it, and returns its ID. */
  async prepare(fill: FillFolder): Promise<string> {
    const id = this.#context.newId('wsp');
    const dir = this.#getNewDir(id);
    await mkdir(dir, { mode: 0o700 });
    try {
      await fill(dir, id);
    } catch (error) {
      await this.discardPrepared(id);
      throw error;
    }
    return id;
  }

  /** Adds a prepared folder to the list. */
  async addPrepared(id: string): Promise<void> {
    try {
      renameSync(this.#getNewDir(id), this.getDir(id));
    } catch (error) {
      await this.discardPrepared(id);
      throw error;
    }
  }

  /** Deletes a prepared folder, and the secrets of its workspace. */
  async discardPrepared(id: string): Promise<void> {
    await rm(this.#getNewDir(id), { recursive: true, force: true });
    await this.#context.keychain.removeWorkspace(id);
  }

  /** Deletes the folder and the secrets of a workspace that is closed. */
  async remove(workspaceId: string): Promise<void> {
    // Renamed first: if the removal is interrupted, the workspace is gone and the next start deletes the rest.
    const removedDir = join(this.#root, `.removed-${workspaceId}`);
    renameSync(this.getDir(workspaceId), removedDir);
    rmSync(removedDir, { recursive: true, force: true });
    await this.#context.keychain.removeWorkspace(workspaceId);
  }

  #getNewDir(id: string): string {
    return join(this.#root, `.new-${id}`);
  }

  /**
   * Finishes an interrupted restore, and removes unfinished snapshots and old damaged copies. Changes nothing in the folder of an
   * unreleased version.
   */
  #finishInterruptedWork(id: string): void {
    const dir = this.getDir(id);
    const { log, now, migrations } = this.#context;
    if (isUnreleasedDatabase(join(dir, databaseFile))) return;
    try {
      finishInterruptedRestore(dir, databaseFile, migrations);
      new SnapshotFolder(dir).removeUnfinished();
      deleteOldDamagedCopies(dir, now());
    } catch (error) {
      // Tried again before the workspace is opened.
      log.error({ err: error, workspace: id }, 'could not clean up the folder of a workspace');
    }
  }
}
