/** Roles of the service specification, section 1, from most to least privileged. */
export const roles = ['admin', 'manager', 'viewer'] as const;

export type Role = (typeof roles)[number];

export const roleNames = { admin: 'Admin', manager: 'Manager', viewer: 'Viewer' } as const satisfies Record<
  Role,
  string
>;

/** Returns a sentence for a disabled control: "Requires the Admin or Manager role." */
export function explainRoles(allowed: readonly Role[]): string {
  return `Requires the ${allowed.map((role) => roleNames[role]).join(' or ')} role.`;
}
