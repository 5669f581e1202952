import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { startLocalApiServer } from '../../../electron/service/features/local-api/start-local-api-server.ts';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { startDemoService, type DemoKeys } from '../data/demo-keys.ts';
import type { DemoContent } from '../data/demo-folder.ts';
import { findFreePort } from '../processes/find-free-port.ts';
import type { StartedService } from '../service/start-service.ts';
import { useWorkspaceDatabase } from '../service/test-database.ts';

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
  useWorkspaceDatabase(join(dataDir, 'workspaces', id), (db) => db.execute('DELETE FROM recording'));
}
