import { notifiedEventSchema } from '../../../shared/contract/events.ts';
import type { Role } from '../../../shared/contract/roles.ts';
import type { EventHub } from '../platform/events/event-hub.ts';
import { canReceiveEvent } from '../platform/events/routes.ts';
import type { OpenWorkspace } from './open-workspace.ts';
import { getWorkspaceRow } from './workspace-queries.ts';

/** The linked workspaces that are open without a window, so that they keep syncing. */
export class BackgroundWorkspaces {
  readonly #hub: EventHub;
  readonly #findRole: (workspace: OpenWorkspace) => Role;
  readonly #open = new Map<string, OpenWorkspace>();

  /** `findRole` returns the role of the window in a workspace. */
  constructor(hub: EventHub, findRole: (workspace: OpenWorkspace) => Role) {
    this.#hub = hub;
    this.#findRole = findRole;
  }

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
    const { id: workspace_id, db, events } = workspace;
    events.pause((published) => {
      const { success, data: event } = notifiedEventSchema.safeParse(published);
      if (!success || !canReceiveEvent(event, () => ({ role: this.#findRole(workspace) }))) return;
      const { name: workspace_name } = getWorkspaceRow(db);
      this.#hub.publish({ type: 'background.event', workspace_id, workspace_name, event }, null);
    });
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

  /** Starts the work of all that is due, without waiting for its timers. */
  resume(): void {
    for (const workspace of this.#open.values()) workspace.resume();
  }
}
