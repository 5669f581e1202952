import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startLocalApiServer } from '../../../electron/service/features/local-api/start-local-api-server.ts';
import { databaseFile } from '../../../electron/service/platform/db/workspace-databases.ts';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { startDemoService, type DemoKeys } from '../data/demo-keys.ts';
import type { DemoContent } from '../data/demo-folder.ts';
import { findFreePort } from '../processes/find-free-port.ts';
import type { StartedService } from '../service/start-service.ts';

export type RemoteDemo = StartedService & DemoKeys & { readonly baseUrl: string };

/** Starts a second service with the demo, which listens on a port of this computer. */
export async function startRemoteDemo(content?: DemoContent): Promise<RemoteDemo> {
  const started = await startDemoService({ startLocalApiServer, rateLimitPerMinute: 0 }, content);
  const port = await findFreePort();
  const { base_url } = await started.app(appRoutes.updateLocalApi, { json: { enabled: true, port } });
  if (base_url === null) throw new Error('The local API does not listen.');
  return { ...started, baseUrl: base_url };
}

/** Removes the recordings, which a workspace that is linked to the service would fetch and analyze. */
export function removeRecordings({ dataDir }: RemoteDemo): void {
  const [id = ''] = readdirSync(join(dataDir, 'workspaces'));
  const db = new DatabaseSync(join(dataDir, 'workspaces', id, databaseFile));
  db.exec('DELETE FROM recording');
  db.close();
}
