import type { BucketOwner } from '../../files/bucket/bucket.ts';
import type { LibpqConnection } from './libpq.ts';
import { readOne } from './read-one.ts';

const schema = `
BEGIN;
SELECT pg_advisory_xact_lock(hashtextextended('switchboard directory', 0));
CREATE TABLE IF NOT EXISTS switchboard.bucket (owner text PRIMARY KEY);
COMMIT;
`;

/** With a connection of its own. */
export type OpenBucketOwner = BucketOwner & { readonly close: () => void };

/** The same on a standby and after its promotion; another one in a database that was restored from a dump. */
const readIdentity = `SELECT system_identifier || '/' || (SELECT oid FROM pg_database WHERE datname = current_database()) AS identity
  FROM pg_control_system()`;

/** Reads and stores whether the files of a database are in a bucket. The database has a directory. */
export function openBucketOwner(connection: LibpqConnection): OpenBucketOwner {
  connection.execute(schema);
  const identity = readOne(connection, readIdentity)['identity'] ?? '';
  return {
    identity,
    readClaim: () => readOne(connection, 'SELECT min(owner) AS owner FROM switchboard.bucket')['owner'] ?? null,
    claim: () => connection.execute(`INSERT INTO switchboard.bucket VALUES ('${identity}') ON CONFLICT DO NOTHING`),
    close: () => connection.close(),
  };
}
