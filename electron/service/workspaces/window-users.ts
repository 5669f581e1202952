import * as z from 'zod';
import { roles, type Role } from '../../../shared/contract/roles.ts';
import type { Member } from '../../../shared/organization/members.ts';
import { findMember, listMembers } from '../features/organizations/member-queries.ts';
import type { SettingsStore } from '../platform/settings/settings-store.ts';
import type { OpenWorkspace } from './open-workspace.ts';

const settingsKey = 'windowMembers';

const storedSchema = z.record(z.string(), z.string()).catch({});

/** The member who uses the window in a workspace, and the roles in which the window views the workspaces. */
export class WindowUsers {
  readonly #settings: SettingsStore;
  /** By workspace, until the application quits. */
  readonly #roles = new Map<string, Role>();
  /** The chosen member of each workspace, '' for none. Read once, because every request of the window needs it. */
  #members: Readonly<Record<string, string>> | undefined;

  constructor(settings: SettingsStore) {
    this.#settings = settings;
  }

  chooseRole(workspaceId: string, role: Role): void {
    this.#roles.set(workspaceId, role);
  }

  /** Stores the choice for the next starts. Null means that nobody is named. */
  chooseMember(workspaceId: string, userId: string | null): void {
    this.#store({ ...this.#readMembers(), [workspaceId]: userId ?? '' });
  }

  /** Forgets the choice for a workspace that is deleted. */
  forget(workspaceId: string): void {
    const { [workspaceId]: removed, ...others } = this.#readMembers();
    if (removed !== undefined) this.#store(others);
  }

  /** Returns the member in a workspace. The user of a demo is its first Admin until another member is chosen. */
  findMember(workspace: OpenWorkspace | undefined): Member | null {
    if (!workspace) return null;
    const { db, orgId, kind } = workspace;
    const chosen = this.#readMembers()[workspace.id];
    if (chosen === undefined) return kind === 'demo' ? (listMembers(db, orgId).find(isActiveAdmin) ?? null) : null;
    const member = chosen === '' ? undefined : findMember(db, orgId, chosen);
    return member?.status === 'active' ? member : null;
  }

  /** Whether the user has not chosen yet, or chose a member who was removed or suspended since. */
  asksForMember(workspace: OpenWorkspace | undefined): boolean {
    if (!workspace || workspace.db.isReadOnly || this.findMember(workspace)) return false;
    const isOpen = this.#readMembers()[workspace.id] !== '';
    return isOpen && listMembers(workspace.db, workspace.orgId).some(({ status }) => status === 'active');
  }

  /**
   * Returns the role in a workspace: the member's, unless the user chose a lower one or the API key of its remote has one. Without a
   * member it is admin, but not if the chosen one was removed or suspended.
   */
  findRole(workspace: OpenWorkspace | undefined): Role {
    const chosen = this.#roles.get(workspace?.id ?? '') ?? 'admin';
    const allowed = [chosen, findHighestRole(workspace), this.#findMemberRole(workspace)];
    return roles.findLast((role) => allowed.includes(role)) ?? 'viewer';
  }

  #findMemberRole(workspace: OpenWorkspace | undefined): Role {
    const member = this.findMember(workspace);
    // A remote can have roles that this application does not know. It checks them itself.
    if (member) return roles.find((role) => role === member.role) ?? 'admin';
    const isLost = workspace && workspace.kind !== 'linked' && this.#readMembers()[workspace.id];
    return isLost ? 'viewer' : 'admin';
  }

  #readMembers(): Readonly<Record<string, string>> {
    this.#members ??= storedSchema.parse(this.#settings.get(settingsKey));
    return this.#members;
  }

  #store(members: Readonly<Record<string, string>>): void {
    this.#settings.set(settingsKey, members);
    this.#members = members;
  }
}

const isActiveAdmin = ({ role, status }: Member) => role === 'admin' && status === 'active';

/** Returns the highest role that the window can have in a workspace. The role of an API key counts as `admin` until it is known. */
export function findHighestRole(workspace: OpenWorkspace | undefined): Role {
  return workspace?.services.connection?.role ?? 'admin';
}
