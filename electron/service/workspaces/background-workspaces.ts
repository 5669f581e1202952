import type { OpenWorkspace } from './open-workspace.ts';

/** The linked workspaces that are open without a window, so that they keep syncing. */
export class BackgroundWorkspaces {
  readonly #open = new Map<string, OpenWorkspace>();

  get(workspaceId: string): OpenWorkspace | undefined {
    return this.#open.get(workspaceId);
  }

  /** Removes a workspace and returns it, still open. */
  take(workspaceId: string): OpenWorkspace | undefined {
    const workspace = this.#open.get(workspaceId);
    this.#open.delete(workspaceId);
    workspace?.events.resume();
    return workspace;
  }

  /** Keeps a workspace open if it is linked, and closes any other. */
  async keep(workspace: OpenWorkspace): Promise<void> {
    if (workspace.kind !== 'linked' || workspace.db.isReadOnly) return workspace.close();
    // No window reads its events until it is opened again.
    workspace.events.pause();
    this.#open.set(workspace.id, workspace);
  }

  async close(workspaceId: string): Promise<void> {
    await this.take(workspaceId)?.close();
  }

  async closeAll(): Promise<void> {
    const workspaces = [...this.#open.values()];
    this.#open.clear();
    await Promise.all(workspaces.map((workspace) => workspace.close()));
  }

  /** Starts the work of all that became due while the computer slept. */
  resume(): void {
    for (const workspace of this.#open.values()) workspace.resume();
  }
}
