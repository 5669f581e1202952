import type { Role } from '../../../shared/roles.ts';
import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { insertApiKey } from './queries.ts';

/** Makes a key and gives its secret, which cannot be had again. */
export function makeApiKey(
  db: Database,
  context: Context,
  key: { readonly orgId: string; readonly role: Role; readonly name: string },
): { readonly keyId: string; readonly secret: string } {
  const secret = makeSecret(context);
  const keyId = context.newId('key');
  insertApiKey(db, { ...key, keyId, secret, createdAt: context.now() });
  return { keyId, secret };
}

/** `swb_` and 256 random bits in base64url. */
export function makeSecret(context: Context): string {
  return `swb_${Buffer.from(context.randomBytes(32)).toString('base64url')}`;
}
