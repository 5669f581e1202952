import { appRoutes, v1Routes } from '../../../shared/contract/contract.ts';
import type { Role } from '../../../shared/contract/roles.ts';
import { startService, type StartedService } from './start-service.ts';

/** Starts the service with an open local workspace. */
export async function startServiceWithWorkspace(
  options: Parameters<typeof startService>[0] = {},
): Promise<StartedService> {
  const started = await startService(options);
  await started.app(appRoutes.createWorkspace, {
    json: { kind: 'local', name: 'Harbour Office', industry: '', email: '' },
  });
  return started;
}

/** Creates an API key as the window does. */
export async function createTestApiKey({ v1 }: StartedService, role: Role, name = `${role} key`) {
  const { secret, ...key } = await v1(v1Routes.createApiKey, { json: { name, role } });
  if (secret === null) throw new Error('The response has no secret.');
  return { ...key, secret, headers: { Authorization: `Bearer ${secret}` } };
}
