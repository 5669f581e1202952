import type { Database } from '../../../electron/service/platform/db/database.ts';
import { seedCalls, type SeedCallsOptions } from './seed-calls.ts';
import { prepareWorkspace } from './prepare-workspace.ts';

type PrepareCallsOptions = Pick<SeedCallsOptions, 'count'> &
  Partial<Pick<SeedCallsOptions, 'turnsPerCall'>> & { readonly name: string };

/**
 * Prepares a data folder whose open workspace has `count` calls, the last placed a minute ago. `addMore` can store
 * more in the same database. No service may use the folder meanwhile.
 */
export async function prepareCalls(
  dataDir: string,
  { name, count, turnsPerCall = 6 }: PrepareCallsOptions,
  addMore: (db: Database, workspaceDir: string) => void = () => {},
): Promise<void> {
  await prepareWorkspace(dataDir, name, ({ db, dir, orgId, agents }) => {
    seedCalls(db, { orgId, agents, count, turnsPerCall, lastCallAtMs: Date.now() });
    addMore(db, dir);
  });
}
