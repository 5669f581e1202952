// Public: other features may import this file.
import type { Role } from '../../../../shared/contract/roles.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import { insertApiKey } from './api-key-queries.ts';

/** Creates an API key and returns its secret, which cannot be read again. */
export function createApiKey(
  db: Database,
  context: Pick<Context, 'newId' | 'now' | 'randomBytes'>,
  key: { readonly orgId: string; readonly role: Role; readonly name: string },
): { readonly keyId: string; readonly secret: string } {
  const secret = generateApiKeySecret(context);
  const keyId = context.newId('key');
  insertApiKey(db, { ...key, keyId, secret, createdAt: context.now() });
  return { keyId, secret };
}

/** Returns `swb_` and 256 random bits in base64url. */
export function generateApiKeySecret({ randomBytes }: Pick<Context, 'randomBytes'>): string {
  return `swb_${Buffer.from(randomBytes(32)).toString('base64url')}`;
}
