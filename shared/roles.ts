/** Roles of the specification, section 1, from the most to the least powerful; wire values are lower case. */
export const roles = ['admin', 'manager', 'viewer'] as const;

export type Role = (typeof roles)[number];

export const roleNames = { admin: 'Admin', manager: 'Manager', viewer: 'Viewer' } as const satisfies Record<
  Role,
  string
>;

/** A sentence for a control that is disabled: "Needs the Admin or Manager role." */
export function explainRoles(allowed: readonly Role[]): string {
  return `Needs the ${allowed.map((role) => roleNames[role]).join(' or ')} role.`;
}
