import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Service, ServiceOptions } from '../../../electron/service/service.ts';
import type { Role } from '../../../shared/contract/roles.ts';
import { createIdCounter } from '../clock/id-counter.ts';
import { copyDemoFolder, type DemoContent } from './demo-folder.ts';
import { seedDemoWorkspace } from './seed-demo-workspace.ts';
import { startService, type StartedService } from '../service/start-service.ts';
import { isOnPostgres } from '../service/test-database.ts';

type ServeOutput = { readonly org_id: string; readonly keys?: { readonly [role in Role]?: string } };

export type DemoKeys = { readonly orgId: string; readonly keys: Readonly<Record<Role, string>> };

/** Starts the service on a copy of the demo (`copyDemoFolder`), and creates a key for each role. */
export async function startDemoService(
  options: Partial<ServiceOptions> = {},
  content: DemoContent = 'all',
): Promise<StartedService & DemoKeys> {
  const dataDir = mkdtempSync(join(tmpdir(), 'switchboard-test-'));
  if (isOnPostgres) seedDemo(dataDir, content);
  else copyDemoFolder(dataDir, content);
  const started = await startService({ ...options, dataDir });
  return {
    ...started,
    ...(await openDemoKeys(started.service)),
    stop: async () => {
      await started.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Creates the demo of `copyDemoFolder`, which has files only. */
function seedDemo(dataDir: string, content: DemoContent): void {
  const newId = createIdCounter();
  const dir = join(dataDir, 'workspaces', createIdCounter()('wsp'));
  seedDemoWorkspace(dir, { newId, hasHistory: content === 'all' }).close();
}

/** Opens the demo in a service and returns its organization and a key for each role. */
export async function openDemoKeys(service: Service): Promise<DemoKeys> {
  return readDemoKeys(await service.openServeWorkspace({ demo: true }));
}

/** The organization and the keys in the line that `serve --demo` prints. */
export function readDemoKeys({ org_id, keys }: ServeOutput): DemoKeys {
  assert.ok(keys?.admin && keys.manager && keys.viewer);
  return { orgId: org_id, keys: { admin: keys.admin, manager: keys.manager, viewer: keys.viewer } };
}
