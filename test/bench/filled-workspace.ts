import { join } from 'node:path';
import Conf from 'conf';
import type { Database } from '../../electron/service/db/database.ts';
import { openDatabase } from '../../electron/service/db/open-database.ts';
import { appRoutes } from '../../shared/contract.ts';
import { openCallRoom } from '../helpers/call-room.ts';
import { fillCalls } from '../helpers/fill-calls.ts';
import { makeTemporaryFolder } from '../helpers/temporary-folder.ts';

export type FilledWorkspace = {
  readonly dataDir: string;
  readonly workspaceDir: string;
  readonly remove: () => Promise<void>;
};

/** A data folder whose open workspace has had `count` calls of `turnsPerCall` turns; `addMore` stores what else it takes. */
export async function fillWorkspace(
  { count, turnsPerCall }: { readonly count: number; readonly turnsPerCall: number },
  addMore: (db: Database, workspaceDir: string) => void = () => {},
): Promise<FilledWorkspace> {
  const folder = await makeTemporaryFolder();
  const settings = new Conf({ cwd: folder.path, configName: 'settings' });
  const room = await openCallRoom({ dataDir: folder.path, settings });
  const { workspace, org_id } = await room.app(appRoutes.getSession, {});
  await room.stop();
  const workspaceDir = join(folder.path, 'workspaces', workspace?.workspace_id ?? '');
  const db = openDatabase(join(workspaceDir, 'workspace.db'));
  const agents = [{ agent_id: room.agentId, name: 'Front desk' }];
  fillCalls(db, { orgId: org_id ?? '', agents, count, turnsPerCall, until: Date.now() });
  addMore(db, workspaceDir);
  db.close();
  return { dataDir: folder.path, workspaceDir, remove: folder.remove };
}
