import { roleNames } from '../../shared/roles.ts';

const names: Readonly<Record<string, string>> = roleNames;

/** Formats the role of a member. The remote of a linked workspace can have other roles, which are shown as it wrote them. */
export function formatRole(role: string): string {
  return names[role] ?? role;
}
