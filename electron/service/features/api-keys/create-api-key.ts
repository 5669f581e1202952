import type { Role } from '../../../../shared/roles.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import { insertApiKey } from './api-key-queries.ts';

/** Makes a key and gives its secret, which cannot be had again. */
export function createApiKey(
  db: Database,
  context: Context,
  key: { readonly orgId: string; readonly role: Role; readonly name: string },
): { readonly keyId: string; readonly secret: string } {
  const secret = generateApiKeySecret(context);
  const keyId = context.newId('key');
  insertApiKey(db, { ...key, keyId, secret, createdAt: context.now() });
  return { keyId, secret };
}

/** `swb_` and 256 random bits in base64url. */
export function generateApiKeySecret(context: Context): string {
  return `swb_${Buffer.from(context.randomBytes(32)).toString('base64url')}`;
}
