import * as z from 'zod';
import { roles } from '../contract/roles.ts';
import { defineRoute } from '../contract/route.ts';

/** Where secrets are kept: in the keychain of the system, or in memory until the application quits. */
export const keychainStatusSchema = z.discriminatedUnion('kept_in', [
  z.object({ kept_in: z.literal('keychain') }),
  /** Why the keychain cannot be used, as a sentence. */
  z.object({ kept_in: z.literal('memory'), reason: z.string() }),
]);

export type KeychainStatus = z.infer<typeof keychainStatusSchema>;

export const getKeychainStatus = defineRoute({
  id: 'getKeychainStatus',
  method: 'get',
  path: '/keychain',
  summary: 'Get keychain status',
  description: 'If the keychain could not be used before, tries it again.',
  tag: 'Settings',
  roles,
  extension: true,
  status: 200,
  response: keychainStatusSchema,
  problems: [],
});
