import * as z from 'zod';
import { roles, type Role } from '../../../shared/contract/roles.ts';
import { isActiveAdmin, type Member } from '../../../shared/organization/members.ts';
import { findMember, listMembers } from '../features/organizations/member-queries.ts';
import type { Database } from '../platform/db/database.ts';
import { isDamage } from '../platform/http/to-problem.ts';
import type { SettingsStore } from '../platform/settings/settings-store.ts';
import type { OpenWorkspace } from './open-workspace.ts';

/** The user of the window in a workspace. `highestRole` is the highest role that the user can choose there. */
type WindowUser = { readonly member: Member | null; readonly role: Role; readonly highestRole: Role };

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

  /**
   * Returns who uses the window in a workspace. The role is the member's, unless the user chose a lower one or the API key of its
   * remote has one. Without a member it is admin, but not if the chosen one was removed or suspended.
   */
  find(workspace: OpenWorkspace | undefined): WindowUser {
    const member = this.#findMember(workspace);
    // The role of an API key counts as `admin` until it is known.
    const highestRole = workspace?.services.connection?.role ?? 'admin';
    const chosen = this.#roles.get(workspace?.id ?? '') ?? 'admin';
    const allowed: readonly Role[] = [chosen, highestRole, findMemberRole(member, workspace)];
    const role = roles.findLast((one) => allowed.includes(one)) ?? 'viewer';
    return { member: member === 'lost' ? null : member, role, highestRole };
  }

  /** Whether the user has not chosen yet, or chose a member who was removed or suspended since. */
  asksForMember(workspace: OpenWorkspace | undefined): boolean {
    if (!workspace || workspace.db.isReadOnly) return false;
    const { id, db, orgId } = workspace;
    const member = this.#findMember(workspace);
    const isOpen = member === 'lost' || (member === null && this.#readMembers()[id] === undefined);
    return isOpen && readIntact(db, () => listMembers(db, orgId).some(({ status }) => status === 'active')) === true;
  }

  /** The user of a demo is its first Admin until another member is chosen. A lost member was removed or suspended. */
  #findMember(workspace: OpenWorkspace | undefined): Member | 'lost' | null {
    const chosen = workspace && this.#readMembers()[workspace.id];
    if (!workspace || chosen === '') return null;
    const { db, orgId, kind } = workspace;
    if (chosen === undefined) {
      if (kind !== 'demo') return null;
      return readIntact(db, () => listMembers(db, orgId).find(isActiveAdmin) ?? null);
    }
    return readIntact(db, () => {
      const member = findMember(db, orgId, chosen);
      return member?.status === 'active' ? member : 'lost';
    });
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

function findMemberRole(member: Member | 'lost' | null, workspace: OpenWorkspace | undefined): Role {
  if (member === 'lost') return workspace?.kind === 'linked' ? 'admin' : 'viewer';
  // A remote can have roles that this application does not know. It checks them itself.
  return roles.find((role) => role === member?.role) ?? 'admin';
}

/** Returns null if the database is damaged there, so that the window can still restore the workspace or open another one. */
function readIntact<Result>(db: Database, read: () => Result): Result | null {
  try {
    return read();
  } catch (error) {
    if (isDamage(db, error)) return null;
    throw error;
  }
}
