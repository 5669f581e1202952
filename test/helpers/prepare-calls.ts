import { join } from 'node:path';
import Conf from 'conf';
import type { Database } from '../../electron/service/db/database.ts';
import { openDatabase } from '../../electron/service/db/open-database.ts';
import { appRoutes } from '../../shared/contract.ts';
import { fillCalls, type FillOptions } from './fill-calls.ts';
import { startService } from './start-service.ts';

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
  // The settings of the browser host, which then opens this workspace by itself.
  const settings = new Conf({ cwd: dataDir, configName: 'settings' });
  const { app, stop } = await startService({ dataDir, settings });
  const { workspace_id } = await app(appRoutes.createWorkspace, { json: { kind: 'local', name } });
  const { org_id } = await app(appRoutes.getSession, {});
  const { data: agents } = await app(appRoutes.listAgentRecords, {});
  await stop();
  const workspaceDir = join(dataDir, 'workspaces', workspace_id);
  const db = openDatabase(join(workspaceDir, 'workspace.db'));
  fillCalls(db, { orgId: org_id ?? '', agents, count, turnsPerCall, until: Date.now() });
  addMore(db, workspaceDir);
  db.close();
}
