// Public: other features may import this file.
import { hash } from 'node:crypto';
import type { Role } from '../../../../shared/contract/roles.ts';
import type { Database } from '../../platform/db/database.ts';

export type ApiKeyIdentity = {
  readonly keyId: string;
  readonly orgId: string;
  readonly role: Role;
  /** The member who owns it. */
  readonly memberId: string | null;
};

/** An active key with the name and the hint that the activity shows. */
export type ActiveApiKey = ApiKeyIdentity & { readonly keyName: ApiKeyName };

export type ApiKeyName = { readonly name: string; readonly hint: string };

export type NewApiKey = ApiKeyIdentity & { readonly name: string; readonly secret: string; readonly createdAt: number };

export function hashSecret(secret: string): string {
  return hash('sha256', secret);
}

/** Stores the SHA-256 and the last four characters of the secret, never the secret itself. */
export function insertApiKey(db: Database, key: NewApiKey): void {
  db.run(
    'INSERT INTO api_key (key_id, org_id, name, role, sha256, hint, created_at, user_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    key.keyId,
    key.orgId,
    key.name,
    key.role,
    hashSecret(key.secret),
    key.secret.slice(-4),
    key.createdAt,
    key.memberId,
  );
}

/** Finds the active key whose secret has this hash. The keys of a suspended member are not active. */
export function findActiveApiKey(db: Database, secretHash: string): ActiveApiKey | undefined {
  const row = db.get<ApiKeyIdentity & ApiKeyName>(
    `SELECT key_id AS "keyId", org_id AS "orgId", role, user_id AS "memberId", name, hint FROM api_key
     WHERE sha256 = ? AND revoked_at IS NULL
       AND NOT EXISTS (SELECT 1 FROM member WHERE member.user_id = api_key.user_id AND member.status <> 'active')`,
    secretHash,
  );
  if (!row) return undefined;
  const { name, hint, ...identity } = row;
  return { ...identity, keyName: { name, hint } };
}

export function hasApiKeys(db: Database, orgId: string): boolean {
  return db.get('SELECT 1 FROM api_key WHERE org_id = ? LIMIT 1', orgId) !== undefined;
}

/** A row of the table `api_key`, without the hash. */
export type ApiKeyRow = {
  /** Increases with every key. */
  readonly id: number;
  readonly key_id: string;
  readonly name: string;
  readonly role: Role;
  readonly hint: string;
  readonly created_at: number;
  readonly rotated_at: number | null;
  readonly last_used_at: number | null;
  readonly revoked_at: number | null;
  readonly user_id: string | null;
};

const columns = 'rowid AS id, key_id, name, role, hint, created_at, rotated_at, last_used_at, revoked_at, user_id';

/** Lists keys below row `before`, newest first, including revoked ones. */
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

export function findApiKeyName(db: Database, orgId: string, keyId: string): ApiKeyName | undefined {
  return db.get<ApiKeyName>('SELECT name, hint FROM api_key WHERE org_id = ? AND key_id = ?', orgId, keyId);
}

/** Replaces the secret of a key. */
export function replaceApiKeySecret(
  db: Database,
  orgId: string,
  keyId: string,
  secret: string,
  rotatedAt: number,
): void {
  db.run(
    'UPDATE api_key SET sha256 = ?, hint = ?, rotated_at = ? WHERE org_id = ? AND key_id = ?',
    hashSecret(secret),
    secret.slice(-4),
    rotatedAt,
    orgId,
    keyId,
  );
}

export function revokeApiKey(db: Database, orgId: string, keyId: string, revokedAt: number): void {
  db.run('UPDATE api_key SET revoked_at = ? WHERE org_id = ? AND key_id = ?', revokedAt, orgId, keyId);
}

/** Returns the IDs of a member's active keys. */
export function listKeyIdsOfMember(db: Database, orgId: string, userId: string): readonly string[] {
  return db
    .all<{ readonly key_id: string }>(
      'SELECT key_id FROM api_key WHERE org_id = ? AND user_id = ? AND revoked_at IS NULL',
      orgId,
      userId,
    )
    .map(({ key_id }) => key_id);
}

export function updateApiKeyRole(db: Database, orgId: string, keyId: string, role: Role): void {
  db.run('UPDATE api_key SET role = ? WHERE org_id = ? AND key_id = ?', role, orgId, keyId);
}

/** Lists the active keys of all organizations. */
export function listActiveApiKeys(
  db: Database,
): readonly { readonly key_id: string; readonly org_id: string; readonly name: string }[] {
  return db.all('SELECT key_id, org_id, name FROM api_key WHERE revoked_at IS NULL ORDER BY rowid');
}

/** Replaces the hash of each secret by a value that no secret has. The keys keep their names and dates. */
export function removeApiKeyHashes(db: Database): void {
  db.run('UPDATE api_key SET sha256 = key_id');
}

/** Revokes every active key with this name. */
export function revokeApiKeysByName(db: Database, orgId: string, name: string, revokedAt: number): void {
  db.run(
    'UPDATE api_key SET revoked_at = ? WHERE org_id = ? AND name = ? AND revoked_at IS NULL',
    revokedAt,
    orgId,
    name,
  );
}

export function updateApiKeyLastUsed(db: Database, orgId: string, keyId: string, usedAt: number): void {
  db.run('UPDATE api_key SET last_used_at = ? WHERE org_id = ? AND key_id = ?', usedAt, orgId, keyId);
}
