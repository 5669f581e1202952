import type { Database } from '../db/database.ts';

export function findSigningSecret(db: Database): Uint8Array | undefined {
  return db.get<{ readonly secret: Uint8Array }>('SELECT secret FROM signing_key WHERE id = 1')?.secret;
}

export function insertSigningSecret(db: Database, secret: Uint8Array): void {
  db.run('INSERT INTO signing_key (id, secret) VALUES (1, ?)', secret);
}
