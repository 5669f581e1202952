import type { Role } from '../../../shared/roles.ts';
import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { insertApiKey } from './queries.ts';

/** Makes a key and gives its secret, which cannot be had again: `swb_` and 256 random bits in base64url. */
export function makeApiKey(
  db: Database,
  context: Context,
  key: { readonly orgId: string; readonly role: Role; readonly name: string },
): string {
  const secret = `swb_${Buffer.from(context.randomBytes(32)).toString('base64url')}`;
  insertApiKey(db, { ...key, keyId: context.newId('key'), secret, createdAt: context.now() });
  return secret;
}
