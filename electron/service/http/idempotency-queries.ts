import type { Database } from '../db/database.ts';
import type { IdempotencyScope, StoredAnswer } from './idempotency.ts';

type Fingerprinted = StoredAnswer & { readonly fingerprint: string };

export function findAnswer(db: Database, scope: IdempotencyScope): Fingerprinted | undefined {
  const row = db.get<{ readonly fingerprint: string; readonly body: string; readonly headers: string }>(
    'SELECT fingerprint, body, headers FROM idempotent_answer WHERE key_id = ? AND operation = ? AND idempotency_key = ?',
    scope.keyId,
    scope.operation,
    scope.idempotencyKey,
  );
  return row && { fingerprint: row.fingerprint, text: row.body, headers: JSON.parse(row.headers) };
}

export function insertAnswer(
  db: Database,
  scope: IdempotencyScope,
  answer: Fingerprinted & { readonly createdAt: number },
): void {
  db.run(
    `INSERT INTO idempotent_answer (key_id, operation, idempotency_key, fingerprint, body, headers, created_at)
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

export function deleteAnswersBefore(db: Database, createdAt: number): void {
  db.run('DELETE FROM idempotent_answer WHERE created_at < ?', createdAt);
}

/** Forgets what an operation answered, for answers that quote what has since been deleted. */
export function deleteAnswersOf(db: Database, operation: string): void {
  db.run('DELETE FROM idempotent_answer WHERE operation = ?', operation);
}
