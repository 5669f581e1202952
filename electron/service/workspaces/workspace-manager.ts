import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import PQueue from 'p-queue';
import { Problem } from '../../../shared/problems.ts';
import type { Role } from '../../../shared/roles.ts';
import type { StorageUsage } from '../../../shared/storage-usage.ts';
import { readOnlyReason, type NewWorkspace, type Snapshot, type Workspace } from '../../../shared/workspaces.ts';
import { insertStarterAgent } from '../features/agents/starter-agent.ts';
import { localPlan, setPlan } from '../features/billing/plan-queries.ts';
import { openDatabase } from '../platform/db/open-database.ts';
import { seedDemo } from './demo/seed-demo.ts';
import { insertMember, insertOrganization } from '../features/organizations/organization-queries.ts';
import { toProblem } from '../platform/http/to-problem.ts';
import type { SettingsStore } from '../platform/settings/settings-store.ts';
import { readSettings } from '../platform/settings/stored-settings.ts';
import { removeBackupSchedule } from './backups/backup-settings.ts';
import { describeWorkspace } from './describe-workspace.ts';
import { deleteOldDamagedCopies } from './maintenance/damaged-copies.ts';
import { checkSnapshot, finishInterruptedRestore, restoreSnapshot } from './maintenance/restore-snapshot.ts';
import { SnapshotFolder } from './maintenance/snapshot-folder.ts';
import { measureStorage } from './measure-storage.ts';
import { databaseFile, openWorkspace, type OpenWorkspace, type WorkspaceDependencies } from './open-workspace.ts';
import { writeLabel } from './workspace-label.ts';
import { insertWorkspace, renameWorkspace } from './workspace-queries.ts';

const idPattern = /^wsp_[0-9a-f]+$/;

const currentWorkspaceKey = 'currentWorkspace';

/** The folder of a workspace during its creation or removal, and those of backups and uploads. */
const interruptedDir = /^\.(new|removed|backup|upload)-wsp_[0-9a-f]+$/;

/** Manages the workspaces of a data folder, each in `workspaces/<id>/`. At most one is open. */
export class WorkspaceManager {
  readonly #dependencies: WorkspaceDependencies;
  readonly #root: string;
  #current: OpenWorkspace | undefined;
  /** The role in which the window views each workspace, until the application quits. */
  readonly #windowRoles = new Map<string, Role>();
  /** Workspaces are opened, created, renamed and removed one at a time. */
  readonly #queue = new PQueue({ concurrency: 1 });
  /** Why a workspace could not be opened: the list alone does not find all damage, because it reads only a few pages. */
  readonly #openErrors = new Map<string, string>();

  constructor(dependencies: WorkspaceDependencies) {
    this.#dependencies = dependencies;
    this.#root = join(dependencies.context.dataDir, 'workspaces');
    mkdirSync(this.#root, { recursive: true });
    // Cleans up after a task that was interrupted. Other entries are not ours.
    for (const entry of readdirSync(this.#root, { withFileTypes: true })) {
      if (!entry.isDirectory()) continue;
      if (interruptedDir.test(entry.name)) rmSync(join(this.#root, entry.name), { recursive: true, force: true });
      else if (idPattern.test(entry.name)) this.#finishInterruptedWork(entry.name);
    }
  }

  get current(): OpenWorkspace | undefined {
    return this.#current;
  }

  /** Returns the open workspace. Throws Problem `no_workspace`. */
  requireCurrent(): OpenWorkspace {
    if (!this.#current) throw new Problem('no_workspace', 'Open or create a workspace first.');
    return this.#current;
  }

  /** The window's role in the open workspace: admin, unless the user changed it. */
  get windowRole(): Role {
    return this.#windowRoles.get(this.#current?.id ?? '') ?? 'admin';
  }

  /** Changes the role and makes the window reload everything, because each role sees other data. */
  changeWindowRole(workspaceId: string, role: Role): void {
    this.#windowRoles.set(workspaceId, role);
    this.#dependencies.hub.publish({ type: 'reset' }, null);
  }

  /** The id of the workspace that was open last, even if its folder is missing now. */
  get lastId(): string | undefined {
    const last = this.#dependencies.context.settings.get(currentWorkspaceKey);
    return typeof last === 'string' && idPattern.test(last) ? last : undefined;
  }

  /**
   * Opens the workspace that was open last, if it exists and the settings do not ask for the list. If it cannot be opened,
   * none is: the list then contains the reason.
   */
  async openLast(): Promise<void> {
    const { settings, log } = this.#dependencies.context;
    const { lastId } = this;
    if (readSettings(settings).startup === 'workspace_list' || !lastId || !this.hasFolder(lastId)) return;
    try {
      await this.open(lastId);
    } catch (error) {
      const { message, cause } = toProblem(error);
      log.error({ workspace: lastId, reason: message, cause: String(cause) }, 'could not open the last workspace');
    }
  }

  /** Lists every folder of a workspace, also if its database is missing. */
  list(): readonly Workspace[] {
    return readdirSync(this.#root, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && idPattern.test(entry.name))
      .map((entry) => this.describe(entry.name))
      .toSorted((a, b) => a.created_at.localeCompare(b.created_at));
  }

  hasFolder(workspaceId: string): boolean {
    if (!idPattern.test(workspaceId)) return false;
    return statSync(this.#getDir(workspaceId), { throwIfNoEntry: false })?.isDirectory() ?? false;
  }

  /** Throws Problem `workspace_not_found`. */
  requireWorkspace(workspaceId: string): void {
    this.#requireDir(workspaceId);
  }

  describe(workspaceId: string): Workspace {
    const workspace = describeWorkspace(workspaceId, this.#getDir(workspaceId), this.#current);
    return { ...workspace, error: workspace.error ?? this.#openErrors.get(workspaceId) ?? null };
  }

  /** Measures the disk space of all workspaces. */
  measureStorage(): Promise<StorageUsage> {
    const workspaces = this.list().map((workspace) => ({ ...workspace, dir: this.#getDir(workspace.workspace_id) }));
    return measureStorage(this.#dependencies.context.dataDir, workspaces);
  }

  /** Opens a workspace. One that is open stays as it is, unless it is open read-only and should not be. */
  open(workspaceId: string, { isReadOnly = false } = {}): Promise<Workspace> {
    return this.#queue.add(async () => {
      const dir = this.#requireDir(workspaceId);
      const isOpen = this.#current?.id === workspaceId && (isReadOnly || !this.#current.db.isReadOnly);
      if (!isOpen) await this.#replaceCurrent(await this.#openFolder(workspaceId, dir, isReadOnly));
      return this.describe(workspaceId);
    });
  }

  /** Creates a workspace and opens it. It is listed only once it is complete. */
  create(newWorkspace: NewWorkspace): Promise<Workspace> {
    return this.#queue.add(async () => {
      const id = this.#dependencies.context.newId('wsp');
      const temporaryDir = join(this.#root, `.new-${id}`);
      mkdirSync(temporaryDir);
      try {
        this.#seedWorkspace(temporaryDir, id, newWorkspace);
        renameSync(temporaryDir, this.#getDir(id));
      } catch (error) {
        rmSync(temporaryDir, { recursive: true, force: true });
        throw error;
      }
      await this.#replaceCurrent(await this.#openFolder(id, this.#getDir(id)));
      return this.describe(id);
    });
  }

  /** Adds a workspace whose folder `fill` fills, without opening it. Other workspaces can be opened meanwhile. */
  async add(fill: (dir: string, id: string) => Promise<void>): Promise<Workspace> {
    const id = this.#dependencies.context.newId('wsp');
    const temporaryDir = join(this.#root, `.new-${id}`);
    await mkdir(temporaryDir, { mode: 0o700 });
    try {
      await fill(temporaryDir, id);
      renameSync(temporaryDir, this.#getDir(id));
    } catch (error) {
      await rm(temporaryDir, { recursive: true, force: true });
      throw error;
    }
    this.#publishChange();
    return this.describe(id);
  }

  rename(workspaceId: string, name: string): Promise<Workspace> {
    return this.#queue.add(async () => {
      const dir = this.#requireDir(workspaceId);
      const { error } = this.describe(workspaceId);
      if (error !== null) throw new Problem('workspace_unusable', error);
      const open = this.#current?.id === workspaceId ? this.#current.db : undefined;
      if (open?.isReadOnly) throw new Problem('workspace_read_only', readOnlyReason);
      const db = open ?? openDatabase(join(dir, databaseFile));
      try {
        renameWorkspace(db, name);
      } finally {
        if (!open) db.close();
      }
      this.#publishChange();
      const renamed = this.describe(workspaceId);
      this.#writeLabel(dir, renamed);
      return renamed;
    });
  }

  /** Deletes a workspace with all its data. If it was open, none is open afterwards. */
  remove(workspaceId: string): Promise<void> {
    return this.#queue.add(async () => {
      const dir = this.#requireDir(workspaceId);
      if (this.#current?.id === workspaceId) await this.#replaceCurrent(undefined);
      await this.#dependencies.backups.tasks.stop(workspaceId);
      // Renamed first: if the removal is interrupted, the workspace is gone and the next start deletes the rest.
      const removedDir = join(this.#root, `.removed-${workspaceId}`);
      renameSync(dir, removedDir);
      rmSync(removedDir, { recursive: true, force: true });
      this.#openErrors.delete(workspaceId);
      await this.#dependencies.context.keychain.removeWorkspace(workspaceId);
      this.#changeSettings((settings) => removeBackupSchedule(settings, workspaceId));
      this.#publishChange();
    });
  }

  /** Returns where the files of a workspace are. Throws Problem `workspace_not_found`. */
  getSource(workspaceId: string): { readonly id: string; readonly name: string; readonly dir: string } {
    return { id: workspaceId, dir: this.#requireDir(workspaceId), name: this.describe(workspaceId).name };
  }

  listSnapshots(workspaceId: string): readonly Snapshot[] {
    return new SnapshotFolder(this.#requireDir(workspaceId)).list();
  }

  /** Takes a snapshot of the open workspace now. Throws Problem `workspace_unusable` if its database is damaged. */
  async createSnapshot(workspaceId: string): Promise<Snapshot> {
    this.#requireDir(workspaceId);
    if (this.#current?.id !== workspaceId) throw new Problem('workspace_unusable', 'Open the workspace first.');
    const snapshot = await this.#current.services.maintenance.run({ isForced: true });
    if (snapshot) return snapshot;
    throw new Problem(
      'workspace_unusable',
      'Its database is damaged, so no snapshot was taken. Earlier ones were kept.',
    );
  }

  /** Replaces the database of a workspace by a snapshot, keeps the replaced files in a folder, and opens the workspace. */
  restore(
    workspaceId: string,
    snapshotId: string,
  ): Promise<{ readonly workspace: Workspace; readonly keptIn: string }> {
    return this.#queue.add(async () => {
      const dir = this.#requireDir(workspaceId);
      const snapshot = new SnapshotFolder(dir).require(snapshotId);
      checkSnapshot(snapshot.path);
      if (this.#current?.id === workspaceId) await this.#replaceCurrent(undefined);
      await this.#dependencies.backups.tasks.stop(workspaceId);
      finishInterruptedRestore(dir, databaseFile);
      const keptIn = restoreSnapshot(dir, databaseFile, snapshot.path, this.#dependencies.context.now());
      await this.#replaceCurrent(await this.#openFolder(workspaceId, dir));
      return { workspace: this.describe(workspaceId), keptIn };
    });
  }

  close(): Promise<void> {
    return this.#queue.add(async () => {
      await this.#current?.close();
      this.#current = undefined;
    });
  }

  /** Finishes an interrupted restore, and removes unfinished snapshots and old damaged copies. */
  #finishInterruptedWork(id: string): void {
    const dir = this.#getDir(id);
    const { log, now } = this.#dependencies.context;
    try {
      finishInterruptedRestore(dir, databaseFile);
      new SnapshotFolder(dir).removeUnfinished();
      deleteOldDamagedCopies(dir, now());
    } catch (error) {
      // Tried again before the workspace is opened.
      log.error({ err: error, workspace: id }, 'could not clean up the folder of a workspace');
    }
  }

  async #openFolder(id: string, dir: string, isReadOnly = false): Promise<OpenWorkspace> {
    if (isReadOnly) return openWorkspace(dir, this.#dependencies, { isReadOnly });
    try {
      finishInterruptedRestore(dir, databaseFile);
      const workspace = await openWorkspace(dir, this.#dependencies);
      this.#openErrors.delete(id);
      this.#writeLabel(dir, describeWorkspace(id, dir, workspace));
      return workspace;
    } catch (error) {
      const { code, message } = toProblem(error);
      if (code !== 'storage_full') this.#openErrors.set(id, message);
      this.#publishChange();
      throw error;
    }
  }

  /** A workspace can be used without the copy of its label. */
  #writeLabel(dir: string, workspace: Workspace): void {
    try {
      writeLabel(dir, workspace);
    } catch (error) {
      this.#dependencies.context.log.error({ err: error }, 'could not store the label of a workspace');
    }
  }

  #seedWorkspace(dir: string, id: string, newWorkspace: NewWorkspace): void {
    const { context } = this.#dependencies;
    const db = openDatabase(join(dir, databaseFile));
    try {
      if (newWorkspace.kind !== 'local') return seedDemo(db, dir, id, context);
      const createdAt = context.now();
      const orgId = context.newId('org');
      const { name, industry, email } = newWorkspace;
      db.transaction(() => {
        insertOrganization(db, { id: orgId, name, industry, subscription_tier: 'local', createdAt });
        setPlan(db, orgId, localPlan, createdAt);
        insertWorkspace(db, { workspace_id: id, name, kind: 'local', org_id: orgId, created_at: createdAt });
        insertStarterAgent(db, context, orgId);
        const member = { user_id: context.newId('usr'), email, role: 'admin', status: 'active' } as const;
        if (email !== '') insertMember(db, orgId, member, createdAt);
      });
    } finally {
      db.close();
    }
  }

  async #replaceCurrent(next: OpenWorkspace | undefined): Promise<void> {
    const previous = this.#current;
    this.#changeSettings((settings) => settings.set(currentWorkspaceKey, next?.id ?? ''));
    this.#current = next;
    await previous?.close();
    this.#publishChange();
    this.#dependencies.hub.publish({ type: 'reset' }, null);
  }

  /** Workspaces can be opened and deleted although the settings cannot be saved, of which the window informs the user. */
  #changeSettings(change: (settings: SettingsStore) => void): void {
    const { settings, log } = this.#dependencies.context;
    try {
      change(settings);
    } catch (error) {
      log.error({ err: error }, 'could not store a change of the workspaces in the settings');
    }
  }

  #publishChange(): void {
    this.#dependencies.hub.publish({ type: 'workspaces.changed' }, null);
  }

  #getDir(workspaceId: string): string {
    return join(this.#root, workspaceId);
  }

  #requireDir(workspaceId: string): string {
    if (!this.hasFolder(workspaceId))
      throw new Problem('workspace_not_found', `There is no workspace with the ID ${JSON.stringify(workspaceId)}.`);
    return this.#getDir(workspaceId);
  }
}
