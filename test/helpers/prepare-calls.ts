import type { Database } from '../../electron/service/db/database.ts';
import { fillCalls, type FillOptions } from './fill-calls.ts';
import { prepareWorkspace } from './prepare-workspace.ts';

type Wanted = Pick<FillOptions, 'count'> & Partial<Pick<FillOptions, 'turnsPerCall'>> & { readonly name: string };

/**
 * A data folder whose open workspace has made so many calls, the last of them a minute ago; `addMore` stores what else it
 * takes, given the workspace's folder. No program may run on it.
 */
export async function prepareCalls(
  dataDir: string,
  { name, count, turnsPerCall = 6 }: Wanted,
  addMore: (db: Database, workspaceDir: string) => void = () => {},
): Promise<void> {
  await prepareWorkspace(dataDir, name, ({ db, dir, orgId, agents }) => {
    fillCalls(db, { orgId, agents, count, turnsPerCall, until: Date.now() });
    addMore(db, dir);
  });
}
