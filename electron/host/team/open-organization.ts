import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openDataFolder } from '../../service/open-data-folder.ts';
import { openService, type OpenServiceOptions } from '../../service/open-service.ts';
import type { WorkspaceLock } from '../../service/platform/db/postgres/workspace-lock.ts';
import type { NodeRequest } from './start-team-server.ts';

/** Queued and live calls, and documents that are being processed. */
export type Work = { readonly calls: number; readonly documents: number };

const noWork: Work = { calls: 0, documents: 0 };

/** An organization that this process serves. */
export type OpenOrganization = {
  readonly lock: WorkspaceLock;
  readonly fetch: (request: Request, node: NodeRequest) => Response | Promise<Response>;
  /** How long no response has been running; 0 while one is. */
  readonly getIdleMs: () => number;
  /** Returns the unfinished work; none if the connection is lost. */
  readonly measureWork: () => Work;
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
    const { service, close } = await openService({ ...options, databases: lock, logFields: { workspace: id } }, folder);
    try {
      await service.openServeWorkspace({ demo: false });
    } catch (error) {
      await close();
      throw error;
    }
    let [running, usedAt] = [0, performance.now()];
    return {
      lock,
      fetch: (request, { outgoing }) => {
        running += 1;
        outgoing.once('close', () => {
          running -= 1;
          usedAt = performance.now();
        });
        return service.fetch(request, 'api');
      },
      getIdleMs: () => (running > 0 ? 0 : performance.now() - usedAt),
      measureWork: () => {
        try {
          return lock.isHeld() ? service.getRunningWork() : noWork;
        } catch (error) {
          if (lock.isHeld()) throw error;
          return noWork;
        }
      },
      close,
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}
