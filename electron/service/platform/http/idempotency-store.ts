import { createHash } from 'node:crypto';
import { limits } from '../../../../shared/contract/limits.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import type { Route } from '../../../../shared/contract/route.ts';
import { formatSortedJson } from '../../../../shared/contract/sorted-json.ts';
import type { Database } from '../db/database.ts';
import {
  deleteStoredResponsesBefore,
  findStoredResponse,
  insertStoredResponse,
  type IdempotencyScope,
  type StoredResponse,
} from './idempotency-queries.ts';
import type { Principal } from './principal.ts';

/** Reads the `Idempotency-Key` of a request, bare or quoted. Values of a repeated header are joined by commas: none of them is the key. */
function readIdempotencyKey(headers: Headers): string | null {
  const raw = headers.get('Idempotency-Key')?.trim();
  if (raw === undefined) return null;
  if (!/^(?:"[^"]*"|[^,]*)$/.test(raw)) throw new Problem('malformed', 'Send one Idempotency-Key, without a comma.');
  const key = raw.replace(/^"(.*)"$/, '$1');
  if (key === '' || key.length > limits.idempotencyKeyLength) {
    throw new Problem('malformed', `An Idempotency-Key has 1 to ${limits.idempotencyKeyLength} characters.`);
  }
  return key;
}

/** Returns the scope of a POST with an `Idempotency-Key`, and null for every other request. */
export function readIdempotencyScope(route: Route, request: Request, { keyId }: Principal): IdempotencyScope | null {
  if (route.method !== 'post') return null;
  const idempotencyKey = readIdempotencyKey(request.headers);
  return idempotencyKey === null ? null : { keyId, operation: route.id, idempotencyKey };
}

/** Runs requests with one key only once: the response is stored in the transaction of the effect. */
export class IdempotencyStore {
  readonly #db: Database;
  readonly #now: () => number;
  readonly #inFlight = new Set<string>();

  constructor(db: Database, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  /** Marks a request as in flight until the returned function is called. Throws 409 if one with the same key is. */
  acquire(scope: IdempotencyScope): () => void {
    const name = JSON.stringify([scope.keyId, scope.operation, scope.idempotencyKey]);
    if (this.#inFlight.has(name)) {
      throw new Problem(
        'idempotency_in_flight',
        'Wait for the response to the first request, then send this one again.',
        { headers: { 'Retry-After': '1' } },
      );
    }
    this.#inFlight.add(name);
    return () => this.#inFlight.delete(name);
  }

  /** Returns the response stored for this scope, or null if there is none. Throws 422 as `commitOnce` does. */
  findReplay(scope: IdempotencyScope | null, input: unknown): StoredResponse | null {
    if (!scope || this.#db.isReadOnly) return null;
    return this.#db.transaction(() => this.#findStored(scope, hashInput(input)));
  }

  /**
   * Returns the response stored for this scope. If there is none, runs the effect and stores its response, with
   * `storedText` in place of the body if it is given. Throws 422 if the first request had another input, of which only a
   * hash is stored: it can be long. Only runs the effect if the workspace is open read-only.
   */
  commitOnce(
    scope: IdempotencyScope | null,
    input: unknown,
    effect: () => StoredResponse & { readonly storedText?: string | undefined },
  ): { readonly response: StoredResponse; readonly isReplayed: boolean } {
    if (!scope || this.#db.isReadOnly) return { response: this.#db.transaction(effect), isReplayed: false };
    const fingerprint = hashInput(input);
    return this.#db.transaction(() => {
      const stored = this.#findStored(scope, fingerprint);
      if (stored) return { response: stored, isReplayed: true };
      const response = effect();
      const text = response.storedText ?? response.text;
      const { headers } = response;
      insertStoredResponse(this.#db, scope, { headers, text, fingerprint, createdAt: this.#now() });
      return { response, isReplayed: false };
    });
  }

  #findStored(scope: IdempotencyScope, fingerprint: string): StoredResponse | null {
    deleteStoredResponsesBefore(this.#db, this.#now() - limits.idempotencyMs);
    const stored = findStoredResponse(this.#db, scope);
    if (!stored) return null;
    if (stored.fingerprint === fingerprint) return stored;
    throw new Problem('idempotency_mismatch', 'Use a new Idempotency-Key for a different request.');
  }
}

function hashInput(input: unknown): string {
  return createHash('sha256').update(formatSortedJson(input)).digest('hex');
}
