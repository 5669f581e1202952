import { hash } from 'node:crypto';
import type { Role } from '../../../../shared/roles.ts';
import type { Database } from '../../platform/db/database.ts';

export type ApiKeyIdentity = { readonly keyId: string; readonly orgId: string; readonly role: Role };

export type NewApiKey = ApiKeyIdentity & { readonly name: string; readonly secret: string; readonly createdAt: number };

const hashSecret = (secret: string) => hash('sha256', secret);

/** Live keys by their hash, as found lately; all writing of keys is in this file, and forgets them. */
const apiKeyCache = new WeakMap<Database, Map<string, ApiKeyIdentity>>();

/** Keeps the key's SHA-256 and its last four characters; the secret itself is stored nowhere. */
export function insertApiKey(db: Database, key: NewApiKey): void {
  db.run(
    'INSERT INTO api_key (key_id, org_id, name, role, sha256, hint, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
    key.keyId,
    key.orgId,
    key.name,
    key.role,
    hashSecret(key.secret),
    key.secret.slice(-4),
    key.createdAt,
  );
}

/** The key that this secret is, unless it is unknown or revoked. */
export function findApiKeyBySecret(db: Database, secret: string): ApiKeyIdentity | undefined {
  const secretHash = hashSecret(secret);
  const known = apiKeyCache.get(db)?.get(secretHash);
  if (known) return known;
  const key = db.get<ApiKeyIdentity>(
    'SELECT key_id AS keyId, org_id AS orgId, role FROM api_key WHERE sha256 = ? AND revoked_at IS NULL',
    secretHash,
  );
  if (key) apiKeyCache.set(db, (apiKeyCache.get(db) ?? new Map<string, ApiKeyIdentity>()).set(secretHash, key));
  return key;
}

export function hasApiKeys(db: Database): boolean {
  return db.get('SELECT 1 FROM api_key LIMIT 1') !== undefined;
}

/** A row of the table `api_key` without its hash. */
export type ApiKeyRow = {
  /** Grows with every key. */
  readonly id: number;
  readonly key_id: string;
  readonly name: string;
  readonly role: Role;
  readonly hint: string;
  readonly created_at: number;
  readonly rotated_at: number | null;
  readonly last_used_at: number | null;
  readonly revoked_at: number | null;
};

const columns = 'rowid AS id, key_id, name, role, hint, created_at, rotated_at, last_used_at, revoked_at';

/** Newest first, revoked ones included, from below row `before`. */
export function listApiKeys(
  db: Database,
  orgId: string,
  page: { readonly before: number; readonly limit: number },
): readonly ApiKeyRow[] {
  return db.all<ApiKeyRow>(
    `SELECT ${columns} FROM api_key WHERE org_id = ? AND rowid < ? ORDER BY rowid DESC LIMIT ?`,
    orgId,
    page.before,
    page.limit,
  );
}

export function findApiKeyRow(db: Database, orgId: string, keyId: string): ApiKeyRow | undefined {
  return db.get<ApiKeyRow>(`SELECT ${columns} FROM api_key WHERE org_id = ? AND key_id = ?`, orgId, keyId);
}

export function findApiKeyName(
  db: Database,
  keyId: string,
): { readonly name: string; readonly hint: string } | undefined {
  return db.get<{ readonly name: string; readonly hint: string }>(
    'SELECT name, hint FROM api_key WHERE key_id = ?',
    keyId,
  );
}

/** Gives a key another secret; the one before is unknown from then on. */
export function replaceApiKeySecret(db: Database, keyId: string, secret: string, rotatedAt: number): void {
  apiKeyCache.delete(db);
  db.run(
    'UPDATE api_key SET sha256 = ?, hint = ?, rotated_at = ? WHERE key_id = ?',
    hashSecret(secret),
    secret.slice(-4),
    rotatedAt,
    keyId,
  );
}

export function revokeApiKey(db: Database, keyId: string, revokedAt: number): void {
  apiKeyCache.delete(db);
  db.run('UPDATE api_key SET revoked_at = ? WHERE key_id = ?', revokedAt, keyId);
}

/** Revokes every live key of this name. */
export function revokeApiKeysByName(db: Database, name: string, revokedAt: number): void {
  apiKeyCache.delete(db);
  db.run('UPDATE api_key SET revoked_at = ? WHERE name = ? AND revoked_at IS NULL', revokedAt, name);
}

export function updateApiKeyLastUsed(db: Database, keyId: string, usedAt: number): void {
  db.run('UPDATE api_key SET last_used_at = ? WHERE key_id = ?', usedAt, keyId);
}
