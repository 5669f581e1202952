import type { Database } from '../db/database.ts';
import type { IdempotencyScope, StoredResponse } from './idempotency-store.ts';

type FingerprintedResponse = StoredResponse & { readonly fingerprint: string };

export function findStoredResponse(db: Database, scope: IdempotencyScope): FingerprintedResponse | undefined {
  const row = db.get<{ readonly fingerprint: string; readonly body: string; readonly headers: string }>(
    'SELECT fingerprint, body, headers FROM idempotency_record WHERE key_id = ? AND operation = ? AND idempotency_key = ?',
    scope.keyId,
    scope.operation,
    scope.idempotencyKey,
  );
  return row && { fingerprint: row.fingerprint, text: row.body, headers: JSON.parse(row.headers) };
}

export function insertStoredResponse(
  db: Database,
  scope: IdempotencyScope,
  answer: FingerprintedResponse & { readonly createdAt: number },
): void {
  db.run(
    `INSERT INTO idempotency_record (key_id, operation, idempotency_key, fingerprint, body, headers, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    scope.keyId,
    scope.operation,
    scope.idempotencyKey,
    answer.fingerprint,
    answer.text,
    JSON.stringify(answer.headers),
    answer.createdAt,
  );
}

export function deleteStoredResponsesBefore(db: Database, createdAt: number): void {
  db.run('DELETE FROM idempotency_record WHERE created_at < ?', createdAt);
}

/** Forgets what an operation answered, for answers that quote what has since been deleted. */
export function deleteStoredResponsesByOperation(db: Database, operation: string): void {
  db.run('DELETE FROM idempotency_record WHERE operation = ?', operation);
}
