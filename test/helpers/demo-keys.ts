import assert from 'node:assert/strict';
import type { Service } from '../../electron/service/service.ts';
import type { Role } from '../../shared/roles.ts';

type ServeOutput = { readonly org_id: string; readonly keys?: { readonly [role in Role]?: string } };

export type DemoKeys = { readonly orgId: string; readonly keys: Readonly<Record<Role, string>> };

/** Opens the demo in a service and gives its organization and a key for each role. */
export async function openDemoKeys(service: Service): Promise<DemoKeys> {
  return readDemoKeys(await service.openServeWorkspace({ demo: true }));
}

/** The organization and the keys in the line that `serve --demo` prints. */
export function readDemoKeys({ org_id, keys }: ServeOutput): DemoKeys {
  assert.ok(keys?.admin && keys.manager && keys.viewer);
  return { orgId: org_id, keys: { admin: keys.admin, manager: keys.manager, viewer: keys.viewer } };
}
