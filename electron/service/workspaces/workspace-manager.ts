import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '../../../shared/problems.ts';
import type { Role } from '../../../shared/roles.ts';
import type { StorageUsage } from '../../../shared/storage-usage.ts';
import type { NewWorkspace, Workspace } from '../../../shared/workspaces.ts';
import { insertStarterAgent } from '../features/agents/starter-agent.ts';
import { localPlan, setPlan } from '../features/billing/plan-queries.ts';
import { openDatabase } from '../platform/db/open-database.ts';
import { seedDemo } from './demo/seed-demo.ts';
import { insertMember, insertOrganization } from '../features/organizations/organization-queries.ts';
import { readSettings } from '../platform/settings/stored-settings.ts';
import { describeWorkspace } from './describe-workspace.ts';
import { measureStorage } from './measure-storage.ts';
import { databaseFile, openWorkspace, type OpenWorkspace, type WorkspaceDependencies } from './open-workspace.ts';
import { insertWorkspace, renameWorkspace } from './workspace-queries.ts';

const currentWorkspaceKey = 'currentWorkspace';

/** All workspaces of a data folder: `workspaces/<id>/` each, at most one of them open. */
export class WorkspaceManager {
  readonly #dependencies: WorkspaceDependencies;
  readonly #root: string;
  #current: OpenWorkspace | undefined;
  /** As whom the window uses each workspace, until the program ends. */
  readonly #windowRoles = new Map<string, Role>();
  /** Opening, making and removing happen one after the other. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(engines: WorkspaceDependencies) {
    this.#dependencies = engines;
    this.#root = join(engines.context.dataDir, 'workspaces');
    mkdirSync(this.#root, { recursive: true });
    // A removal or a making that was interrupted leaves such a folder.
    for (const name of readdirSync(this.#root)) {
      if (name.startsWith('.')) rmSync(join(this.#root, name), { recursive: true, force: true });
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

  /** The window's role in the open workspace: its admin, unless it chose otherwise. */
  get windowRole(): Role {
    return this.#windowRoles.get(this.#current?.id ?? '') ?? 'admin';
  }

  /** Everything that the window shows may be another for another role. */
  changeWindowRole(workspaceId: string, role: Role): void {
    this.#windowRoles.set(workspaceId, role);
    this.#dependencies.hub.publish({ type: 'reset' }, null);
  }

  /** Opens the workspace that was open last, if it is still there and sound and the list is not wanted instead. */
  async openLast(): Promise<void> {
    const { settings } = this.#dependencies.context;
    if (readSettings(settings).startup === 'workspace_list') return;
    const last = settings.get(currentWorkspaceKey);
    const found = this.list().find(({ workspace_id, error }) => workspace_id === last && error === null);
    if (found) await this.open(found.workspace_id);
  }

  list(): readonly Workspace[] {
    return readdirSync(this.#root, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && existsSync(join(this.#root, entry.name, databaseFile)))
      .map((entry) => this.describe(entry.name))
      .toSorted((a, b) => a.created_at.localeCompare(b.created_at));
  }

  /** Throws Problem `workspace_not_found`. */
  requireWorkspace(workspaceId: string): void {
    this.#requireDir(workspaceId);
  }

  describe(workspaceId: string): Workspace {
    return describeWorkspace(workspaceId, this.#getDir(workspaceId), this.#current);
  }

  /** What all of them take up on the disk. */
  measureStorage(): Promise<StorageUsage> {
    const workspaces = this.list().map((one) => ({ ...one, dir: this.#getDir(one.workspace_id) }));
    return measureStorage(this.#dependencies.context.dataDir, workspaces);
  }

  open(workspaceId: string): Promise<Workspace> {
    return this.#enqueue(async () => {
      const dir = this.#requireDir(workspaceId);
      if (this.#current?.id !== workspaceId) {
        const opened = openWorkspace(dir, this.#dependencies);
        await this.#replaceCurrent(opened);
      }
      return this.describe(workspaceId);
    });
  }

  /** Makes a workspace beside the others and opens it; it appears only once it is whole. */
  create(wanted: NewWorkspace): Promise<Workspace> {
    return this.#enqueue(async () => {
      const { context } = this.#dependencies;
      const id = context.newId('wsp');
      const unfinished = join(this.#root, `.new-${id}`);
      mkdirSync(unfinished);
      try {
        this.#seedWorkspace(unfinished, id, wanted);
        renameSync(unfinished, this.#getDir(id));
      } catch (error) {
        rmSync(unfinished, { recursive: true, force: true });
        throw error;
      }
      await this.#replaceCurrent(openWorkspace(this.#getDir(id), this.#dependencies));
      return this.describe(id);
    });
  }

  rename(workspaceId: string, name: string): Promise<Workspace> {
    return this.#enqueue(async () => {
      const dir = this.#requireDir(workspaceId);
      const open = this.#current?.id === workspaceId ? this.#current.db : undefined;
      const db = open ?? openDatabase(join(dir, databaseFile));
      try {
        renameWorkspace(db, name);
      } finally {
        if (!open) db.close();
      }
      this.#publishChange();
      return this.describe(workspaceId);
    });
  }

  /** Removes a workspace with everything in it; where it was open, none is open afterwards. */
  remove(workspaceId: string): Promise<void> {
    return this.#enqueue(async () => {
      const dir = this.#requireDir(workspaceId);
      if (this.#current?.id === workspaceId) await this.#replaceCurrent(undefined);
      // Renamed first: whatever interrupts the removal, the workspace is gone and the rest is cleared at the next start.
      const doomed = join(this.#root, `.removed-${workspaceId}`);
      renameSync(dir, doomed);
      rmSync(doomed, { recursive: true, force: true });
      this.#publishChange();
    });
  }

  close(): Promise<void> {
    return this.#enqueue(async () => {
      await this.#current?.close();
      this.#current = undefined;
    });
  }

  #seedWorkspace(dir: string, id: string, wanted: NewWorkspace): void {
    const { context } = this.#dependencies;
    const db = openDatabase(join(dir, databaseFile));
    try {
      if (wanted.kind === 'demo') return seedDemo(db, dir, id, context);
      const createdAt = context.now();
      const orgId = context.newId('org');
      const { name, industry, email } = wanted;
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
    try {
      this.#dependencies.context.settings.set(currentWorkspaceKey, next?.id ?? '');
    } catch (error) {
      await next?.close();
      throw error;
    }
    this.#current = next;
    await previous?.close();
    this.#publishChange();
    this.#dependencies.hub.publish({ type: 'reset' }, null);
  }

  #publishChange(): void {
    this.#dependencies.hub.publish({ type: 'workspaces.changed' }, null);
  }

  #getDir(workspaceId: string): string {
    return join(this.#root, workspaceId);
  }

  #requireDir(workspaceId: string): string {
    const isKnown = /^wsp_[0-9a-f]+$/.test(workspaceId) && existsSync(join(this.#getDir(workspaceId), databaseFile));
    if (!isKnown) throw new Problem('workspace_not_found', `No workspace has the id ${JSON.stringify(workspaceId)}.`);
    return this.#getDir(workspaceId);
  }

  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#queue.then(work);
    this.#queue = run.catch(() => {}); // its caller gets the failure; the next in turn goes on
    return run;
  }
}
