// Public: other features may import this file.
import type { Role } from '../../../../shared/contract/roles.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import { isStorageFull } from '../../platform/http/to-problem.ts';
import type { Principal } from '../../platform/http/principal.ts';
import * as queries from './api-key-queries.ts';
import { insertApiKey } from './api-key-queries.ts';

const writeIntervalMs = 60_000;

type ApiKeysOptions = { readonly context: Pick<Context, 'now' | 'randomBytes'>; readonly events: EventPublisher };

/**
 * The API keys of one open workspace. Caches active keys, so every change of a key goes through this class. Writes the time
 * of last use at most once a minute for each key, so that a read needs no commit.
 */
export class ApiKeys {
  readonly #db: Database;
  readonly #options: ApiKeysOptions;
  /** Active keys by their secret. */
  readonly #active = new Map<string, queries.ActiveApiKey>();
  readonly #writtenAt = new Map<string, number>();
  readonly #pending = new Map<string, { readonly orgId: string; readonly usedAt: number }>();

  constructor(db: Database, options: ApiKeysOptions) {
    this.#db = db;
    this.#options = options;
  }

  /** Returns the active key with this secret. */
  findBySecret(secret: string): queries.ActiveApiKey | undefined {
    const secretHash = queries.hashSecret(secret);
    const cached = this.#active.get(secretHash);
    if (cached) return cached;
    const key = queries.findActiveApiKey(this.#db, secretHash);
    if (key) this.#active.set(secretHash, key);
    return key;
  }

  /** Replaces the secret of a key and returns the new one. The old secret stops working immediately. */
  rotate(orgId: string, keyId: string): string {
    const secret = generateSecret(this.#options.context, 'swb');
    queries.replaceApiKeySecret(this.#db, orgId, keyId, secret, this.#options.context.now());
    this.#onKeyChange(keyId);
    return secret;
  }

  revoke(orgId: string, keyId: string): void {
    queries.revokeApiKey(this.#db, orgId, keyId, this.#options.context.now());
    this.#onKeyChange(keyId);
  }

  /** Revokes every active key with this name. */
  revokeByName(orgId: string, name: string): void {
    queries.revokeApiKeysByName(this.#db, orgId, name, this.#options.context.now());
    this.#active.clear();
  }

  /** Gives the keys of a member the member's role, and applies whether the member is suspended. */
  updateOfMember(orgId: string, userId: string, role: Role): void {
    for (const keyId of queries.listKeyIdsOfMember(this.#db, orgId, userId)) {
      queries.updateApiKeyRole(this.#db, orgId, keyId, role);
      this.#onKeyChange(keyId);
    }
  }

  revokeOfMember(orgId: string, userId: string): void {
    for (const keyId of queries.listKeyIdsOfMember(this.#db, orgId, userId)) this.revoke(orgId, keyId);
  }

  recordUse({ keyId, orgId }: queries.ApiKeyIdentity, usedAt: number): void {
    if (this.#db.isReadOnly) return;
    this.#pending.set(keyId, { orgId, usedAt });
    // The clock can also have been set back since.
    const isDue = Math.abs(usedAt - (this.#writtenAt.get(keyId) ?? -Infinity)) >= writeIntervalMs;
    if (!isDue) return;
    this.#writtenAt.set(keyId, usedAt);
    if (this.#writePending(keyId)) this.#options.events.publish({ type: 'api_key.used', key_id: keyId }, null);
  }

  /** Returns the time of last use that is not written yet. */
  getPendingLastUsed(keyId: string): number | undefined {
    return this.#pending.get(keyId)?.usedAt;
  }

  /** Writes the pending times of last use, unless the disk is full. */
  flush(): void {
    for (const keyId of this.#pending.keys()) this.#writePending(keyId);
  }

  /** Returns false on a full disk: the time stays pending, because a request must not fail for it. */
  #writePending(keyId: string): boolean {
    const use = this.#pending.get(keyId);
    if (!use) return false;
    try {
      queries.updateApiKeyLastUsed(this.#db, use.orgId, keyId, use.usedAt);
    } catch (error) {
      if (!isStorageFull(error)) throw error;
      return false;
    }
    return this.#pending.delete(keyId);
  }

  #onKeyChange(keyId: string): void {
    this.#active.clear();
    this.#options.events.publish({ type: 'api_key.changed', key_id: keyId }, null);
  }
}

/** Creates an API key and returns its secret, which cannot be read again. */
export function createApiKey(
  db: Database,
  context: Pick<Context, 'newId' | 'now' | 'randomBytes'>,
  key: { readonly orgId: string; readonly role: Role; readonly name: string; readonly memberId?: string },
): { readonly keyId: string; readonly secret: string } {
  const secret = generateSecret(context, 'swb');
  const keyId = context.newId('key');
  insertApiKey(db, { memberId: null, ...key, keyId, secret, createdAt: context.now() });
  return { keyId, secret };
}

/** Returns the prefix and 256 random bits in base64url. */
export function generateSecret({ randomBytes }: Pick<Context, 'randomBytes'>, prefix: string): string {
  return `${prefix}_${Buffer.from(randomBytes(32)).toString('base64url')}`;
}

/** Returns the principal of the request's API key, from `Authorization: Bearer <key>` or `X-API-Key: <key>`. Throws 401. */
export function authenticateKey(headers: Headers, apiKeys: ApiKeys | undefined, now: number): Principal {
  const secret = readSecret(headers);
  const key = secret === undefined ? undefined : apiKeys?.findBySecret(secret);
  if (!key) throw createUnauthorizedProblem(secret);
  apiKeys?.recordUse(key, now);
  return key;
}

export function hasCredentials(headers: Headers): boolean {
  return headers.has('Authorization') || headers.has('X-API-Key');
}

/** Returns the API key of a request. */
export function readSecret(headers: Headers): string | undefined {
  const authorization = headers.get('Authorization');
  if (authorization === null) return headers.get('X-API-Key')?.trim() || undefined;
  return /^Bearer +(\S+)$/i.exec(authorization.trim())?.[1];
}

/** Creates the problem of a request without an API key, or with an unknown one. */
export function createUnauthorizedProblem(secret: string | undefined): Problem {
  const detail =
    secret === undefined
      ? 'Send an API key as "Authorization: Bearer <key>".'
      : 'This API key is unknown or has been revoked.';
  return new Problem('unauthorized', detail, { headers: { 'WWW-Authenticate': 'Bearer realm="switchboard"' } });
}
