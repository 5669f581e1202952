import { appRoutes, v1Routes } from '../../shared/contract.ts';
import type { Role } from '../../shared/roles.ts';
import { startService, type StartedService } from './start-service.ts';

/** The service with a local workspace open. */
export async function startServiceWithWorkspace(
  options: Parameters<typeof startService>[0] = {},
): Promise<StartedService> {
  const started = await startService(options);
  await started.app(appRoutes.createWorkspace, {
    json: { kind: 'local', name: 'Harbour Office', industry: '', email: '' },
  });
  return started;
}

/** A new key, as the window makes it. */
export async function createTestApiKey({ v1 }: StartedService, role: Role, name = `${role} key`) {
  const { secret, ...key } = await v1(v1Routes.createApiKey, { json: { name, role } });
  if (secret === null) throw new Error('A first answer has its secret.');
  return { ...key, secret, headers: { Authorization: `Bearer ${secret}` } };
}
