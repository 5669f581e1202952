import { roles, type Role } from '../../../shared/contract/roles.ts';
import type { OpenWorkspace } from './open-workspace.ts';

/** The roles in which the window views the workspaces. */
export class WindowRoles {
  /** By workspace, until the application quits. */
  readonly #chosen = new Map<string, Role>();

  choose(workspaceId: string, role: Role): void {
    this.#chosen.set(workspaceId, role);
  }

  /** Returns the role in a workspace: admin, unless the user changed it or the API key of its remote has a lower one. */
  find(workspace: OpenWorkspace | undefined): Role {
    const chosen = this.#chosen.get(workspace?.id ?? '') ?? 'admin';
    return findLowerRole(chosen, findHighestRole(workspace));
  }
}

/** Returns the highest role that the window can have in a workspace. The role of an API key counts as `admin` until it is known. */
export function findHighestRole(workspace: OpenWorkspace | undefined): Role {
  return workspace?.services.connection?.role ?? 'admin';
}

function findLowerRole(one: Role, other: Role): Role {
  return roles.indexOf(one) > roles.indexOf(other) ? one : other;
}
