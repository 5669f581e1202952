import { appRoutes } from '../../shared/contract.ts';
import type { NewWorkspace, Workspace } from '../../shared/workspaces.ts';
import { forgetCallsList } from '../calls/calls-store.ts';
import { forgetPlacing } from '../calls/place/place-store.ts';
import { forgetAsk } from '../knowledge/ask-store.ts';
import { uploads } from '../knowledge/uploads.ts';
import { openLiveEvents } from '../live/live-events.ts';
import { applyEvent } from '../live/apply-event.ts';
import { queryClient } from '../query-client.ts';
import { app } from '../service.ts';
import { settingsQuery } from '../settings/use-settings.ts';

export async function createWorkspace(workspace: NewWorkspace): Promise<void> {
  await app(appRoutes.createWorkspace, { json: workspace });
  await enterWorkspace();
}

export async function openWorkspace(workspaceId: string): Promise<void> {
  await app(appRoutes.openWorkspace, { params: { workspace_id: workspaceId } });
  await enterWorkspace();
}

/** Opens the demo that is there, or makes one. */
export async function openDemo(workspaces: readonly Workspace[]): Promise<void> {
  const demo = workspaces.find(({ kind, trouble }) => kind === 'demo' && trouble === null);
  if (demo) await openWorkspace(demo.workspace_id);
  else await createWorkspace({ kind: 'demo' });
}

export async function renameWorkspace(workspaceId: string, name: string): Promise<void> {
  await app(appRoutes.renameWorkspace, { params: { workspace_id: workspaceId }, json: { name } });
  await queryClient.invalidateQueries();
}

export async function removeWorkspace(workspace: Workspace, isCurrent: boolean): Promise<void> {
  await app(appRoutes.removeWorkspace, { params: { workspace_id: workspace.workspace_id } });
  if (isCurrent) await enterWorkspace();
  else await queryClient.invalidateQueries();
}

/** Nothing of the workspace before may stay on the screen, in a queue or in a cache. */
async function enterWorkspace(): Promise<void> {
  uploads.clear();
  forgetAsk();
  forgetCallsList();
  forgetPlacing();
  queryClient.removeQueries({
    predicate: ({ queryKey }) => queryKey[0] !== 'session' && queryKey[0] !== settingsQuery.queryKey[0],
  });
  openLiveEvents(applyEvent);
  location.hash = '#/overview';
  await queryClient.invalidateQueries();
}
