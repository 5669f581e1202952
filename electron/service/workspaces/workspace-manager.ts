import PQueue from 'p-queue';
import { Problem } from '../../../shared/contract/problems.ts';
import type { ConnectionSettings, UnlinkResult } from '../../../shared/workspaces/connection.ts';
import type { StorageUsage } from '../../../shared/workspaces/storage-usage.ts';
import {
  readOnlyReason,
  type NewWorkspace,
  type Snapshot,
  type Workspace,
} from '../../../shared/workspaces/workspaces.ts';
import type { LinkChoice } from '../features/connection/workspace-connection.ts';
import type { Migration } from '../platform/db/migrate.ts';
import { listMembers } from '../features/organizations/member-queries.ts';
import { windowKeyId, type Principal } from '../platform/http/principal.ts';
import { toProblem } from '../platform/http/to-problem.ts';
import { readSettings, type SettingsStore } from '../platform/settings/settings-store.ts';
import { BackgroundWorkspaces } from './background-workspaces.ts';
import { removeBackupSchedule } from './backups/backup-settings.ts';
import { linkClosed, unlinkClosed, renameClosed } from './change-closed-workspace.ts';
import { findChosen, requireLinkable } from './convert-workspace.ts';
import { describeWorkspace, writeLabel } from './describe-workspace.ts';
import { DemoCreator } from './demo/demo-creator.ts';
import { fillNewWorkspace, checkNewWorkspace, requireNotLinked } from './fill-new-workspace.ts';
import { checkSnapshot, finishInterruptedRestore, restoreSnapshot } from './maintenance/restore-snapshot.ts';
import { SnapshotFolder } from './maintenance/snapshot-folder.ts';
import { measureStorage } from './measure-storage.ts';
import { openWorkspace, type OpenWorkspace, type WorkspaceDependencies } from './open-workspace.ts';
import { databaseFile, type WorkspacePlace } from '../platform/db/workspace-databases.ts';
import { WindowUsers } from './window-users.ts';
import { isWorkspaceId, WorkspaceFolders } from './workspace-folders.ts';
import { renameWorkspace } from './workspace-queries.ts';

const currentWorkspaceKey = 'currentWorkspace';

type RestoredWorkspace = { readonly workspace: Workspace; readonly keptIn: string };

/** Manages the workspaces of a data folder. At most one is open in the window; linked ones stay open in the background. */
export class WorkspaceManager {
  readonly demos: DemoCreator;
  readonly #dependencies: WorkspaceDependencies;
  readonly #folders: WorkspaceFolders;
  #current: OpenWorkspace | undefined;
  readonly #background: BackgroundWorkspaces;
  readonly windowUsers: WindowUsers;
  /** Workspaces are opened, created, renamed and removed one at a time. */
  readonly #queue = new PQueue({ concurrency: 1 });
  /** Why a workspace could not be opened: the list alone does not find all damage, because it reads only a few pages. */
  readonly #openErrors = new Map<string, string>();

  constructor(dependencies: WorkspaceDependencies) {
    this.#dependencies = dependencies;
    this.windowUsers = new WindowUsers(dependencies.context.settings);
    this.#background = new BackgroundWorkspaces(dependencies.hub, (workspace) => this.windowUsers.find(workspace).role);
    this.#folders = new WorkspaceFolders(dependencies.context);
    this.demos = new DemoCreator(this.#folders, dependencies.context);
  }

  get #migrations(): readonly Migration[] {
    return this.#dependencies.context.migrations;
  }

  get current(): OpenWorkspace | undefined {
    return this.#current;
  }

  /** Returns the open workspace. Throws Problem `no_workspace`. */
  requireCurrent(): OpenWorkspace {
    if (!this.#current) throw new Problem('no_workspace', 'Open or create a workspace first.');
    return this.#current;
  }

  /** Changes the role or the member of the window and makes it reload everything, because each role sees other data. */
  changeWindowUser(change: (users: WindowUsers) => void): void {
    change(this.windowUsers);
    this.#dependencies.hub.publish({ type: 'reset' }, null);
  }

  /** Who sends the requests of the window. */
  get windowPrincipal(): Principal {
    const { member, role, highestRole } = this.windowUsers.find(this.#current);
    const orgId = this.#current?.orgId ?? '';
    return { keyId: windowKeyId, orgId, role, highestRole, memberId: member?.user_id ?? null };
  }

  /** The id of the workspace that was open last, even if its folder is missing now. */
  get lastId(): string | undefined {
    const last = this.#dependencies.context.settings.get(currentWorkspaceKey);
    return typeof last === 'string' && isWorkspaceId(last) ? last : undefined;
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
      log.error({ workspace: lastId, reason: message, err: cause }, 'could not open the last workspace');
    }
  }

  /** Opens the linked workspaces that are not open, one after the other, so that they sync in the background. */
  openBackground(): void {
    for (const id of this.#folders.listIds()) {
      void this.#queue.add(async () => {
        if (this.#findOpen(id) || !this.hasFolder(id)) return;
        const { kind, error } = this.describe(id);
        if (kind !== 'linked' || error !== null) return;
        const workspace = await this.#openFolder(id, this.#folders.getDir(id)).catch(() => null); // the list has the reason
        if (!workspace) return;
        await this.#background.keep(workspace);
        workspace.start();
      });
    }
  }

  /** Starts the work of the open workspaces that became due while the computer slept, or that a change of its network allows. */
  resume(): void {
    this.#current?.resume();
    this.#background.resume();
  }

  /** Lists every folder of a workspace, even if its database is missing. */
  list(): readonly Workspace[] {
    return this.#folders
      .listIds()
      .map((id) => this.describe(id))
      .toSorted((a, b) => a.created_at.localeCompare(b.created_at));
  }

  hasFolder(workspaceId: string): boolean {
    return this.#folders.has(workspaceId);
  }

  /** Throws Problem `workspace_not_found`. */
  requireWorkspace(workspaceId: string): void {
    this.#folders.require(workspaceId);
  }

  describe(workspaceId: string): Workspace {
    const workspace = describeWorkspace(
      workspaceId,
      this.#folders.getDir(workspaceId),
      this.#findOpen(workspaceId),
      this.#dependencies.context,
    );
    return { ...workspace, error: workspace.error ?? this.#openErrors.get(workspaceId) ?? null };
  }

  /** Measures the disk space of all workspaces. */
  measureStorage(): Promise<StorageUsage> {
    const workspaces = this.list().map((one) => ({ ...one, dir: this.#folders.getDir(one.workspace_id) }));
    return measureStorage(this.#dependencies.context.dataDir, workspaces);
  }

  /** Opens a workspace. One that is open stays as it is, unless it is open read-only and should not be. */
  open(workspaceId: string, { isReadOnly = false } = {}): Promise<Workspace> {
    return this.#queue.add(async () => {
      const dir = this.#folders.require(workspaceId);
      if (this.#current?.id === workspaceId && (isReadOnly || !this.#current.db.isReadOnly))
        return this.describe(workspaceId);
      if (isReadOnly) await this.#background.close(workspaceId);
      const open = this.#background.take(workspaceId) ?? (await this.#openFolder(workspaceId, dir, { isReadOnly }));
      await this.#replaceCurrent(open);
      return this.describe(workspaceId);
    });
  }

  /** Creates a workspace and opens it. It is listed only once it is complete. */
  create(newWorkspace: NewWorkspace): Promise<Workspace> {
    return this.#queue.add(async () => {
      const checked = checkNewWorkspace(newWorkspace, this.#folders.listDirs(), this.#dependencies.context.databases);
      const id = checked.kind === 'demo' ? await this.demos.create() : await this.#addFolder(checked);
      const open = await this.#openFolder(id, this.#folders.getDir(id), { isNew: true });
      const [user] = checked.kind === 'demo' ? [] : listMembers(open.db, open.orgId);
      if (user) this.#changeSettings(() => this.windowUsers.chooseMember(id, user.user_id));
      await this.#replaceCurrent(open);
      return this.describe(id);
    });
  }

  /** Adds a workspace whose folder `fill` fills, without opening it. Other workspaces can be opened meanwhile. */
  async add(fill: (dir: string, id: string) => Promise<void>): Promise<Workspace> {
    const id = await this.#folders.add(fill);
    this.#publishChange();
    return this.describe(id);
  }

  rename(workspaceId: string, name: string): Promise<Workspace> {
    return this.#queue.add(async () => {
      const dir = this.#folders.require(workspaceId);
      const { error } = this.describe(workspaceId);
      if (error !== null) throw new Problem('workspace_unusable', error);
      const open = this.#findOpen(workspaceId)?.db;
      if (open?.isReadOnly) throw new Problem('workspace_read_only', readOnlyReason);
      if (open) renameWorkspace(open, name);
      else renameClosed({ id: workspaceId, dir }, name, this.#dependencies.context);
      this.#publishChange();
      const renamed = this.describe(workspaceId);
      this.#writeLabel(dir, renamed);
      return renamed;
    });
  }

  /** Deletes a workspace with all its data. If it was open, none is open afterwards. */
  remove(workspaceId: string): Promise<void> {
    return this.#queue.add(async () => {
      this.requireWorkspace(workspaceId);
      await this.#closeWorkspace(workspaceId);
      await this.#dependencies.backups.tasks.stop(workspaceId);
      await this.#folders.remove(workspaceId);
      this.#openErrors.delete(workspaceId);
      this.#changeSettings((settings) => removeBackupSchedule(settings, workspaceId));
      this.#changeSettings(() => this.windowUsers.forget(workspaceId));
      this.#publishChange();
    });
  }

  /** Returns where the files of a workspace are. Throws Problem `workspace_not_found`. */
  getSource(workspaceId: string): { readonly id: string; readonly name: string; readonly dir: string } {
    return { id: workspaceId, dir: this.#folders.require(workspaceId), name: this.describe(workspaceId).name };
  }

  listSnapshots(workspaceId: string): readonly Snapshot[] {
    return new SnapshotFolder(this.#folders.require(workspaceId)).list();
  }

  /** Takes a snapshot of the open workspace now. Throws Problem `workspace_unusable` if its database is damaged. */
  async createSnapshot(workspaceId: string): Promise<Snapshot> {
    this.#folders.require(workspaceId);
    if (this.#current?.id !== workspaceId) throw new Problem('workspace_unusable', 'Open the workspace first.');
    const snapshot = await this.#current.services.maintenance.run({ isForced: true });
    if (snapshot) return snapshot;
    throw new Problem('workspace_unusable', 'Its database is damaged. No snapshot was taken; earlier ones were kept.');
  }

  /** Replaces the database of a workspace by a snapshot, keeps the replaced files in a folder, and opens the workspace. */
  restore(workspaceId: string, snapshotId: string): Promise<RestoredWorkspace> {
    return this.#queue.add(async () => {
      const dir = this.#folders.require(workspaceId);
      const snapshot = new SnapshotFolder(dir).require(snapshotId);
      checkSnapshot(snapshot.path, this.#migrations);
      await this.#closeWorkspace(workspaceId);
      await this.#dependencies.backups.tasks.stop(workspaceId);
      finishInterruptedRestore(dir, databaseFile, this.#migrations);
      const keptIn = restoreSnapshot(dir, databaseFile, snapshot.path, this.#dependencies.context);
      await this.#replaceCurrent(await this.#openFolder(workspaceId, dir));
      return { workspace: this.describe(workspaceId), keptIn };
    });
  }

  /** Throws Problem `already_linked` if a workspace other than the open one is linked to the organization. */
  requireNotLinked(settings: ConnectionSettings): void {
    requireNotLinked(this.#folders.listDirs(this.#current?.id), settings, this.#dependencies.context.databases);
  }

  /** Throws Problem `already_linked` if a workspace is linked to the organization. */
  requireNoneLinked(address: Pick<ConnectionSettings, 'base_url' | 'org_id'>): void {
    requireNotLinked(this.#folders.listDirs(), address, this.#dependencies.context.databases);
  }

  /** Makes the open workspace, which is local, a linked one. Returns the number of changes that are sent. */
  link(choice: LinkChoice): Promise<number> {
    return this.#queue.add(async () => {
      const { db, orgId } = this.requireCurrent();
      // Before it is closed.
      requireLinkable(db);
      findChosen(db, orgId, choice);
      return this.#changeClosed((closed) => linkClosed(closed, choice, this.#dependencies.context));
    });
  }

  /** Makes the open workspace, which is linked, a local one. */
  unlink(): Promise<UnlinkResult> {
    return this.#queue.add(() => this.#changeClosed((closed) => unlinkClosed(closed, this.#dependencies.context)));
  }

  close(): Promise<void> {
    return this.#queue.add(async () => {
      await Promise.all([this.#current?.close(), this.#background.closeAll(), this.demos.close()]);
      this.#current = undefined;
    });
  }

  async #openFolder(id: string, dir: string, { isReadOnly = false, isNew = false } = {}): Promise<OpenWorkspace> {
    if (isReadOnly) return openWorkspace(dir, this.#dependencies, { isReadOnly });
    try {
      finishInterruptedRestore(dir, databaseFile, this.#migrations);
      const workspace = await openWorkspace(dir, this.#dependencies, { isNew });
      this.#openErrors.delete(id);
      this.#writeLabel(dir, describeWorkspace(id, dir, workspace, this.#dependencies.context));
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

  /** Closes the open workspace, changes it, and opens it again. */
  async #changeClosed<T>(change: (closed: WorkspacePlace) => Promise<T>): Promise<T> {
    const workspace = this.requireCurrent();
    const dir = this.#folders.require(workspace.id);
    this.#current = undefined;
    await workspace.close();
    try {
      return await change({ id: workspace.id, dir });
    } finally {
      await this.#replaceCurrent(await this.#openFolder(workspace.id, dir));
    }
  }

  #addFolder(checked: Exclude<NewWorkspace, { readonly kind: 'demo' }>): Promise<string> {
    return this.#folders.add((dir, id) => fillNewWorkspace(dir, id, checked, this.#dependencies.context));
  }

  #findOpen(id: string): OpenWorkspace | undefined {
    return this.#current?.id === id ? this.#current : this.#background.get(id);
  }

  async #closeWorkspace(workspaceId: string): Promise<void> {
    if (this.#current?.id === workspaceId) await this.#replaceCurrent(undefined);
    await this.#background.close(workspaceId);
  }

  async #replaceCurrent(next: OpenWorkspace | undefined): Promise<void> {
    const previous = this.#current;
    this.#changeSettings((settings) => settings.set(currentWorkspaceKey, next?.id ?? ''));
    this.#current = next;
    next?.start();
    if (next) void this.demos.discard();
    if (previous && previous.id !== next?.id) await this.#background.keep(previous);
    else await previous?.close();
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
}
