import type { Migration } from '../../../electron/service/platform/db/migrate.ts';
import { loadLibpq } from '../../../electron/service/platform/db/postgres/libpq.ts';
import { PostgresDatabases } from '../../../electron/service/platform/db/postgres/postgres-databases.ts';
import type { WorkspaceDatabases } from '../../../electron/service/platform/db/workspace-databases.ts';

/** The variable with the URL of the PostgreSQL server on which services of tests keep their workspaces. Without it, they use files. */
export const testDatabaseVariable = 'TEST_DATABASE_URL';

export async function openTestDatabases(migrations: readonly Migration[]): Promise<WorkspaceDatabases | null> {
  const url = process.env[testDatabaseVariable];
  if (!url) return null;
  return new PostgresDatabases({ connect: await loadLibpq(), parameters: { dbname: url }, migrations });
}
