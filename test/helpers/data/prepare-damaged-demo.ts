import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import Conf from 'conf';
import { databaseFile } from '../../../electron/service/platform/db/workspace-databases.ts';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { damageTable } from '../damage/damage-database.ts';
import { copyDemoFolder } from './demo-folder.ts';
import { startService } from '../service/start-service.ts';

/**
 * Prepares a data folder with the demo, which was open last and whose build requests are damaged, its snapshot, and an
 * intact local workspace.
 */
export async function prepareDamagedDemo(dataDir: string): Promise<void> {
  copyDemoFolder(dataDir);
  const [workspace_id = ''] = readdirSync(join(dataDir, 'workspaces'));
  const settings = new Conf({ cwd: dataDir, configName: 'settings' });
  const { app, stop } = await startService({ dataDir, settings });
  await app(appRoutes.createSnapshot, { params: { workspace_id } });
  await app(appRoutes.createWorkspace, { json: { kind: 'local', name: 'Harbour Office' } });
  await app(appRoutes.openWorkspace, { params: { workspace_id } });
  await stop();
  damageTable(join(dataDir, 'workspaces', workspace_id, databaseFile), 'agent_request');
}
