import { limits } from '../../../../shared/limits.ts';
import { Problem } from '../../../../shared/problems.ts';
import type { Route } from '../../../../shared/route.ts';
import type { Database } from '../db/database.ts';
import type { Principal } from '../../features/api-keys/authenticate.ts';
import { deleteStoredResponsesBefore, findStoredResponse, insertStoredResponse } from './idempotency-queries.ts';

export type StoredResponse = {
  /** The body's JSON text, given again byte for byte. */
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
};

export type IdempotencyScope = {
  readonly keyId: string;
  readonly operation: string;
  readonly idempotencyKey: string;
};

/** The `Idempotency-Key` of a request, bare or quoted, or null. */
function readIdempotencyKey(headers: Headers): string | null {
  const raw = headers.get('Idempotency-Key')?.trim();
  if (raw === undefined) return null;
  const key = raw.replace(/^"(.*)"$/, '$1');
  if (key === '' || key.length > limits.idempotencyKeyLength) {
    throw new Problem('malformed', `An Idempotency-Key has 1 to ${limits.idempotencyKeyLength} characters.`);
  }
  return key;
}

/** The scope of a POST that carries an `Idempotency-Key`; null for every other request. */
export function readIdempotencyScope(route: Route, request: Request, { keyId }: Principal): IdempotencyScope | null {
  if (route.method !== 'post') return null;
  const idempotencyKey = readIdempotencyKey(request.headers);
  return idempotencyKey === null ? null : { keyId, operation: route.id, idempotencyKey };
}

/** Makes requests with one key take effect once: the answer is stored in the transaction of the effect. */
export class IdempotencyStore {
  readonly #db: Database;
  readonly #now: () => number;
  readonly #inFlight = new Set<string>();

  constructor(db: Database, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  /** Marks a request as being answered until the returned function is called; 409 when another one is. */
  acquire(scope: IdempotencyScope): () => void {
    const name = JSON.stringify([scope.keyId, scope.operation, scope.idempotencyKey]);
    if (this.#inFlight.has(name)) {
      throw new Problem(
        'idempotency_in_flight',
        'Wait for the first request to be answered, then send this one again.',
        {
          headers: { 'Retry-After': '1' },
        },
      );
    }
    this.#inFlight.add(name);
    return () => this.#inFlight.delete(name);
  }

  /**
   * The answer kept for this scope, or the effect's own, stored with it, or with `kept` where that may not be. 422 when the
   * first request was another one.
   */
  commitOnce(
    scope: IdempotencyScope | null,
    fingerprint: string,
    effect: () => StoredResponse & { readonly kept?: string | undefined },
  ) {
    if (!scope) return { answer: this.#db.transaction(effect), isReplayed: false };
    return this.#db.transaction(() => {
      deleteStoredResponsesBefore(this.#db, this.#now() - limits.idempotencyMs);
      const found = findStoredResponse(this.#db, scope);
      if (!found) {
        const answer = effect();
        const text = answer.kept ?? answer.text;
        insertStoredResponse(this.#db, scope, { headers: answer.headers, text, fingerprint, createdAt: this.#now() });
        return { answer, isReplayed: false };
      }
      if (found.fingerprint === fingerprint) return { answer: found, isReplayed: true };
      throw new Problem('idempotency_mismatch', 'Use a new Idempotency-Key for a new request.');
    });
  }
}
