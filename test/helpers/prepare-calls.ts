import type { Database } from '../../electron/service/platform/db/database.ts';
import { seedCalls, type SeedCallsOptions } from './seed-calls.ts';
import { prepareWorkspace } from './prepare-workspace.ts';

type PrepareCallsOptions = Pick<SeedCallsOptions, 'count'> &
  Partial<Pick<SeedCallsOptions, 'turnsPerCall'>> & { readonly name: string };

/**
 * A data folder whose open workspace has made so many calls, the last of them a minute ago; `addMore` stores what else it
 * takes, given the workspace's folder. No program may run on it.
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
