import { join } from 'node:path';
import Conf from 'conf';
import { openDatabase } from '../../electron/service/db/open-database.ts';
import { appRoutes } from '../../shared/contract.ts';
import { fillCalls } from './fill-calls.ts';
import { startService } from './start-service.ts';

/** A data folder whose open workspace has made so many calls, the last of them a minute ago. No program may run on it. */
export async function prepareCalls(dataDir: string, name: string, count: number): Promise<void> {
  // The settings of the browser host, which then opens this workspace by itself.
  const settings = new Conf({ cwd: dataDir, configName: 'settings' });
  const { app, stop } = await startService({ dataDir, settings });
  const { workspace_id } = await app(appRoutes.createWorkspace, { json: { kind: 'local', name } });
  const { org_id } = await app(appRoutes.getSession, {});
  const { data: agents } = await app(appRoutes.listAgentRecords, {});
  await stop();
  const db = openDatabase(join(dataDir, 'workspaces', workspace_id, 'workspace.db'));
  fillCalls(db, { orgId: org_id ?? '', agents, count, turnsPerCall: 6, until: Date.now() });
  db.close();
}
