import { createFileDatabases } from '../../../electron/service/platform/db/workspace-databases.ts';
import { migrations } from '../../../electron/service/workspaces/migrations.ts';
import { appRoutes } from '../../../shared/contract/contract.ts';
import type { ServiceOptions } from '../../../electron/service/service.ts';
import { startService, type StartedService } from '../service/start-service.ts';
import { startStrictRemote, type StrictRemote } from './strict-remote.ts';
import { createMemorySecretStore, createTestKeychain, type MemorySecretStore } from '../service/test-keychain.ts';

export type LinkedService = StartedService & {
  readonly workspaceId: string;
  /** The content of the keychain. */
  readonly store: MemorySecretStore;
};

type LinkOptions = Partial<ServiceOptions> & { readonly apiKey?: string; readonly store?: MemorySecretStore };

/** Starts the service with an open workspace that is linked to a remote. */
export async function startLinkedService(
  remote: Pick<StrictRemote, 'baseUrl' | 'orgId' | 'keys'>,
  { apiKey = remote.keys.admin, store = createMemorySecretStore(), ...options }: LinkOptions = {},
): Promise<LinkedService> {
  const started = await startService({
    keychain: createTestKeychain(store),
    databases: createFileDatabases(migrations),
    ...options,
  });
  const { workspace_id } = await started.app(appRoutes.createWorkspace, {
    json: {
      kind: 'linked',
      name: 'Kestrel',
      connection: { base_url: remote.baseUrl, org_id: remote.orgId, api_key: apiKey },
    },
  });
  return { ...started, store, workspaceId: workspace_id };
}

export type ServiceWithRemote = LinkedService & { readonly remote: StrictRemote };

/** Starts a remote, and the service with an open workspace that is linked to it. `stop` stops both. */
export async function startServiceWithRemote(): Promise<ServiceWithRemote> {
  const remote = await startStrictRemote();
  const started = await startLinkedService(remote);
  const stop = async () => {
    await started.stop();
    await remote.close();
  };
  return { ...started, remote, stop };
}
