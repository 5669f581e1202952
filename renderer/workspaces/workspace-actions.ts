import { appRoutes } from '../../shared/contract.ts';
import type { NewWorkspace, Workspace } from '../../shared/workspaces.ts';
import { flushDrafts, forgetDrafts } from '../agents/brief/draft-keeper.ts';
import { forgetCallsList } from '../calls/calls-store.ts';
import { forgetPlacing } from '../calls/place/place-store.ts';
import { forgetIssued } from '../keys/use-issue.ts';
import { forgetAsk } from '../knowledge/ask-store.ts';
import { uploads } from '../knowledge/uploads.ts';
import { closeLiveEvents, openLiveEvents } from '../live/live-events.ts';
import { applyEvent } from '../live/apply-event.ts';
import { queryClient } from '../query-client.ts';
import { app } from '../service.ts';
import { sessionQuery } from '../session/use-session.ts';
import { settingsQuery } from '../settings/use-settings.ts';
import { forgetActions } from '../ui/toasts.tsx';
import { workspacesQuery } from './workspaces-query.ts';

export function createWorkspace(workspace: NewWorkspace): Promise<void> {
  return inTurn(() => follow(() => create(workspace)));
}

export function openWorkspace(workspaceId: string): Promise<void> {
  return inTurn(async () => {
    if (currentId() !== workspaceId) await follow(() => open(workspaceId));
  });
}

/** Opens the demo that is there, or makes one. */
export function openDemo(): Promise<void> {
  return inTurn(async () => {
    const { data } = await queryClient.fetchQuery(workspacesQuery); // it may not have been read yet
    const demo = data.find(({ kind, trouble }) => kind === 'demo' && trouble === null);
    await follow(() => (demo ? open(demo.workspace_id) : create({ kind: 'demo' })));
  });
}

export async function renameWorkspace(workspaceId: string, name: string): Promise<void> {
  await app(appRoutes.renameWorkspace, { params: { workspace_id: workspaceId }, json: { name } });
  await queryClient.invalidateQueries();
}

export async function removeWorkspace(workspace: Workspace, isCurrent: boolean): Promise<void> {
  const remove = () => app(appRoutes.removeWorkspace, { params: { workspace_id: workspace.workspace_id } });
  if (isCurrent) return inTurn(() => follow(remove));
  await remove();
  await queryClient.invalidateQueries();
}

const create = (json: NewWorkspace) => app(appRoutes.createWorkspace, { json });

const open = (workspaceId: string) => app(appRoutes.openWorkspace, { params: { workspace_id: workspaceId } });

function currentId(): string | undefined {
  return queryClient.getQueryData(sessionQuery.queryKey)?.workspace?.workspace_id;
}

let turn: Promise<unknown> = Promise.resolve();

/** One change after the other, so that the workspace which was chosen last is the one that is open in the end. */
function inTurn(change: () => Promise<void>): Promise<void> {
  const mine = turn.then(change);
  turn = mine.catch(() => undefined); // its caller gets the failure
  return mine;
}

/**
 * Has the service change the workspace, and follows. Meanwhile no file and no draft is sent that could reach the wrong
 * one, and events are not heard: by them the frame would show the one workspace with what is known of the other.
 */
async function follow(change: () => Promise<unknown>): Promise<void> {
  uploads.hold();
  try {
    await flushDrafts();
    closeLiveEvents();
    await change().catch(async (error: unknown) => {
      if (!(await hasMoved())) throw error; // or else only the answer was lost
    });
    await enterWorkspace();
  } catch (error) {
    openLiveEvents(applyEvent);
    void queryClient.invalidateQueries(); // what happened while nothing was heard
    throw error;
  } finally {
    uploads.release();
  }
}

async function hasMoved(): Promise<boolean> {
  const session = await app(appRoutes.getSession, {}).catch(() => null); // the first failure is what is told
  return session !== null && session.workspace?.workspace_id !== currentId();
}

/** Nothing of the workspace before may stay on the screen, in a queue or in a cache. */
async function enterWorkspace(): Promise<void> {
  uploads.clear();
  forgetDrafts();
  forgetIssued();
  forgetActions();
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
