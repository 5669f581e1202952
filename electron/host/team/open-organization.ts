import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openDataFolder } from '../../service/open-data-folder.ts';
import { openService, type OpenServiceOptions } from '../../service/open-service.ts';
import type { WorkspaceLock } from '../../service/platform/db/postgres/workspace-lock.ts';
import type { Service } from '../../service/service.ts';

/** An organization that this process serves. */
export type OpenOrganization = {
  readonly service: Service;
  readonly lock: WorkspaceLock;
  readonly close: () => Promise<void>;
};

/** Opens an organization whose lock this process has, which also keeps others out of its folder. Releases the lock if that fails. */
export async function openOrganization(
  id: string,
  lock: WorkspaceLock,
  { organizationsDir, ...options }: OpenServiceOptions & { readonly organizationsDir: string },
): Promise<OpenOrganization> {
  try {
    const dataDir = join(organizationsDir, id);
    mkdirSync(join(dataDir, 'workspaces', id), { recursive: true, mode: 0o700 });
    const folder = openDataFolder(dataDir, () => ({ release: () => {} }));
    const { service, close } = await openService({ ...options, databases: lock }, folder);
    try {
      await service.openServeWorkspace({ demo: false });
      return { service, lock, close };
    } catch (error) {
      await close();
      throw error;
    }
  } catch (error) {
    lock.release();
    throw error;
  }
}
