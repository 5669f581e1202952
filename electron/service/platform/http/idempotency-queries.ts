import type { Database } from '../db/database.ts';

export type StoredResponse = {
  /** The JSON text of the body, replayed byte for byte. */
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
};

export type IdempotencyScope = {
  readonly keyId: string;
  readonly operation: string;
  readonly idempotencyKey: string;
};

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
  response: FingerprintedResponse & { readonly createdAt: number },
): void {
  db.run(
    `INSERT INTO idempotency_record (key_id, operation, idempotency_key, fingerprint, body, headers, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    scope.keyId,
    scope.operation,
    scope.idempotencyKey,
    response.fingerprint,
    response.text,
    JSON.stringify(response.headers),
    response.createdAt,
  );
}

export function deleteStoredResponsesBefore(db: Database, createdAt: number): void {
  db.run('DELETE FROM idempotency_record WHERE created_at < ?', createdAt);
}

/** Deletes the stored responses of an operation, because they quote something that has been deleted. */
export function deleteStoredResponsesByOperation(db: Database, operation: string): void {
  db.run('DELETE FROM idempotency_record WHERE operation = ?', operation);
}
