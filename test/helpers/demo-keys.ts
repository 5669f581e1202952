import assert from 'node:assert/strict';
import type { Service } from '../../electron/service/service.ts';
import type { Role } from '../../shared/roles.ts';

/** Opens the demo in a service and gives its organization and a key for each role. */
export async function demoKeys(service: Service): Promise<{ orgId: string; keys: Readonly<Record<Role, string>> }> {
  const { org_id, keys } = await service.prepareServe({ demo: true });
  assert.ok(keys?.admin && keys.manager && keys.viewer);
  return { orgId: org_id, keys: { admin: keys.admin, manager: keys.manager, viewer: keys.viewer } };
}
