import { hash } from 'node:crypto';
import type { Role } from '../../../shared/roles.ts';
import type { Database } from '../db/database.ts';

export type ApiKey = { readonly keyId: string; readonly orgId: string; readonly role: Role };

export type NewApiKey = ApiKey & { readonly name: string; readonly secret: string; readonly createdAt: number };

const sha256 = (secret: string) => hash('sha256', secret);

/** Live keys by their hash, as found lately; all writing of keys is in this file, and forgets them. */
const found = new WeakMap<Database, Map<string, ApiKey>>();

/** Keeps the key's SHA-256 and its last four characters; the secret itself is stored nowhere. */
export function insertApiKey(db: Database, key: NewApiKey): void {
  db.run(
    'INSERT INTO api_key (key_id, org_id, name, role, sha256, hint, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
    key.keyId,
    key.orgId,
    key.name,
    key.role,
    sha256(key.secret),
    key.secret.slice(-4),
    key.createdAt,
  );
}

/** The key that this secret is, unless it is unknown or revoked. */
export function findApiKey(db: Database, secret: string): ApiKey | undefined {
  const secretHash = sha256(secret);
  const known = found.get(db)?.get(secretHash);
  if (known) return known;
  const key = db.get<ApiKey>(
    'SELECT key_id AS keyId, org_id AS orgId, role FROM api_key WHERE sha256 = ? AND revoked_at IS NULL',
    secretHash,
  );
  if (key) found.set(db, (found.get(db) ?? new Map<string, ApiKey>()).set(secretHash, key));
  return key;
}

export function hasApiKeys(db: Database): boolean {
  return db.get('SELECT 1 FROM api_key LIMIT 1') !== undefined;
}

/** Revokes every live key of this name. */
export function revokeApiKeysNamed(db: Database, name: string, revokedAt: number): void {
  found.delete(db);
  db.run('UPDATE api_key SET revoked_at = ? WHERE name = ? AND revoked_at IS NULL', revokedAt, name);
}

export function markApiKeyUsed(db: Database, keyId: string, usedAt: number): void {
  db.run('UPDATE api_key SET last_used_at = ? WHERE key_id = ?', usedAt, keyId);
}
