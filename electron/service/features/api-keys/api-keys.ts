import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import * as queries from './api-key-queries.ts';
import { generateApiKeySecret } from './create-api-key.ts';

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
  readonly #active = new Map<string, queries.ApiKeyIdentity>();
  readonly #writtenAt = new Map<string, number>();
  readonly #pending = new Map<string, { readonly orgId: string; readonly usedAt: number }>();

  constructor(db: Database, options: ApiKeysOptions) {
    this.#db = db;
    this.#options = options;
  }

  /** Returns the active key with this secret. */
  findBySecret(secret: string): queries.ApiKeyIdentity | undefined {
    const secretHash = queries.hashSecret(secret);
    const cached = this.#active.get(secretHash);
    if (cached) return cached;
    const key = queries.findActiveApiKey(this.#db, secretHash);
    if (key) this.#active.set(secretHash, key);
    return key;
  }

  /** Replaces the secret of a key and returns the new one. The old secret stops working immediately. */
  rotate(orgId: string, keyId: string): string {
    const secret = generateApiKeySecret(this.#options.context);
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

  recordUse({ keyId, orgId }: queries.ApiKeyIdentity, usedAt: number): void {
    const isDue = usedAt - (this.#writtenAt.get(keyId) ?? -Infinity) >= writeIntervalMs;
    if (!isDue) {
      this.#pending.set(keyId, { orgId, usedAt });
      return;
    }
    this.#writtenAt.set(keyId, usedAt);
    this.#pending.delete(keyId);
    queries.updateApiKeyLastUsed(this.#db, orgId, keyId, usedAt);
    this.#options.events.publish({ type: 'api_key.used', key_id: keyId }, null);
  }

  /** Returns the time of last use that is not written yet. */
  getPendingLastUsed(keyId: string): number | undefined {
    return this.#pending.get(keyId)?.usedAt;
  }

  /** Writes the pending times of last use. */
  flush(): void {
    for (const [keyId, { orgId, usedAt }] of this.#pending)
      queries.updateApiKeyLastUsed(this.#db, orgId, keyId, usedAt);
    this.#pending.clear();
  }

  #onKeyChange(keyId: string): void {
    this.#active.clear();
    this.#options.events.publish({ type: 'api_key.changed', key_id: keyId }, null);
  }
}
