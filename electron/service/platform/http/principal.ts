import type { Role } from '../../../../shared/contract/roles.ts';

/** The API key, or the window, that a request acts for. */
export type Principal = {
  /** The id of the API key, `window` or `schedule`. */
  readonly keyId: string;
  readonly orgId: string;
  readonly role: Role;
  /** The member who uses the window or owns the API key. */
  readonly memberId: string | null;
  /** The highest role that the window can choose; absent for API keys. */
  readonly highestRole?: Role;
  /** The name of an API key, and the end of its secret, if they are known. */
  readonly keyName?: { readonly name: string; readonly hint: string };
};

/** The key id of requests from the application's own window. */
export const windowKeyId = 'window';

/** The key id of tasks that the application starts by itself, such as scheduled backups. */
export const scheduleKeyId = 'schedule';

/** The principal of a request that needs no key. */
export const anonymousPrincipal: Principal = { keyId: '', orgId: '', role: 'viewer', memberId: null };
