import { roleNames } from '../../shared/contract/roles.ts';

const names: ReadonlyMap<string, string> = new Map(Object.entries(roleNames));

/** Formats the role of a member. The remote of a linked workspace can have other roles, which are shown unchanged. */
export function formatRole(role: string): string {
  return names.get(role) ?? role;
}
