import { join } from 'node:path';
import Conf from 'conf';
import type { Database } from '../../../electron/service/platform/db/database.ts';
import type { AgentRecord } from '../../../shared/agents/agents.ts';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { startService } from '../service/start-service.ts';
import { openTestDatabase } from '../service/test-database.ts';

export type PreparedWorkspace = {
  readonly db: Database;
  /** The folder of the workspace. */
  readonly dir: string;
  readonly orgId: string;
  readonly agents: readonly AgentRecord[];
};

/**
 * Prepares a data folder whose open workspace is local and filled by `fill`. No service may use the folder meanwhile. Returns
 * the id of the organization.
 */
export async function prepareWorkspace(
  dataDir: string,
  name: string,
  fill: (workspace: PreparedWorkspace) => void,
): Promise<string> {
  // The settings of the browser host, so that it opens this workspace at its start.
  const settings = new Conf({ cwd: dataDir, configName: 'settings' });
  const { app, stop } = await startService({ dataDir, settings });
  const { workspace_id } = await app(appRoutes.createWorkspace, { json: { kind: 'local', name } });
  const orgId = (await app(appRoutes.getSession, {})).org_id ?? '';
  const { data: agents } = await app(appRoutes.listAgentRecords, {});
  await stop();
  const dir = join(dataDir, 'workspaces', workspace_id);
  const db = openTestDatabase(dir);
  fill({ db, dir, orgId, agents });
  db.close();
  return orgId;
}
