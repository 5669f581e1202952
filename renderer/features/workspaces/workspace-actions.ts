import { appRoutes } from '../../../shared/contract/contract.ts';
import { Problem } from '../../../shared/contract/problems.ts';
import type { NewWorkspace, Workspace } from '../../../shared/workspaces/workspaces.ts';
import { createQueue } from '../../data/create-queue.ts';
import { queryClient } from '../../data/query-client.ts';
import { app } from '../../data/service-clients.ts';
import { pauseEvents, resumeEvents } from '../../data/service-connection.ts';
import { sessionQuery } from '../../data/session/session-query.ts';
import { expectOtherWorkspace } from '../../data/session/shown-workspace.ts';
import {
  discardWorkspace,
  findUnfinishedWork,
  flushWorkspace,
  pauseWork,
  resumeWork,
} from '../../data/session/workspace-parts.ts';
import { settingsQuery } from '../../data/settings-query.ts';
import { closeActionToasts, showErrorToast, showWarningToast } from '../../ui/feedback/toasts.ts';
import { useWorkspaceChange } from './workspace-change-store.ts';
import { workspacesQuery } from './workspaces-query.ts';

export function createWorkspace(workspace: NewWorkspace): Promise<void> {
  return runInOrder(() => switchWorkspace(() => create(workspace)));
}

export function openWorkspace(workspaceId: string): Promise<void> {
  return runInOrder(async () => {
    if (getCurrent()?.workspace_id !== workspaceId) await switchWorkspace(() => open(workspaceId));
  });
}

/** Opens a damaged workspace without changing anything in it. */
export function openWorkspaceReadOnly(workspaceId: string): Promise<void> {
  return runInOrder(() => switchWorkspace(() => open(workspaceId, { mode: 'read_only' })));
}

/** Lets the service prepare a demo while the user decides. If that fails, creating the demo reports why. */
export async function prepareDemo(): Promise<void> {
  await app(appRoutes.prepareDemo, {}).catch(() => {});
}

/** Opens the existing demo workspace, or creates one. */
export function openDemo(): Promise<void> {
  return runInOrder(async () => {
    const { data } = await queryClient.fetchQuery(workspacesQuery); // the list may not have been loaded yet
    const demo = data.find(({ kind, error }) => kind === 'demo' && error === null);
    await switchWorkspace(() => (demo ? open(demo.workspace_id) : create({ kind: 'demo' })));
  });
}

export async function renameWorkspace(workspaceId: string, name: string): Promise<void> {
  await app(appRoutes.renameWorkspace, { params: { workspace_id: workspaceId }, json: { name } });
  await queryClient.invalidateQueries();
}

export async function deleteWorkspace(workspace: Workspace, isCurrent: boolean): Promise<void> {
  const remove = () => app(appRoutes.deleteWorkspace, { params: { workspace_id: workspace.workspace_id } });
  if (isCurrent) return runInOrder(() => switchWorkspace(remove));
  await remove();
  await queryClient.invalidateQueries();
}

/** Runs a change that opens another workspace, or another state of the open one. Returns its result. */
export async function changeWorkspace<Result>(change: () => Promise<Result>): Promise<Result> {
  const results: Result[] = [];
  await runInOrder(() => switchWorkspace(async () => results.push(await change())));
  const [result] = results;
  if (result === undefined) throw new Error('The response was lost. Reload the window.');
  return result;
}

const create = (json: NewWorkspace) => app(appRoutes.createWorkspace, { json });

const open = (workspaceId: string, query: { readonly mode?: 'read_only' } = {}) =>
  app(appRoutes.openWorkspace, { params: { workspace_id: workspaceId }, query });

function getCurrent(): Workspace | null | undefined {
  return queryClient.getQueryData(sessionQuery.queryKey)?.workspace;
}

/** Runs changes one after the other, so that the workspace chosen last is open in the end. */
const runInOrder = createQueue();

/**
 * Changes the workspace of the service, then resets the window. Meanwhile work and events are paused, because they could reach
 * the wrong workspace or mix the data of both.
 */
async function switchWorkspace(change: () => Promise<unknown>): Promise<void> {
  pauseWork();
  useWorkspaceChange.setState({ isRunning: true });
  try {
    await flushWorkspace();
    pauseEvents();
    // A request of an event before would bring back the previous workspace.
    await queryClient.cancelQueries({ queryKey: sessionQuery.queryKey });
    expectOtherWorkspace();
    await change().catch(async (error: unknown) => {
      // Without an error of the service, only the response may have been lost.
      if (error instanceof Problem || !(await hasWorkspaceChanged())) throw error;
    });
    await resetWindow();
  } catch (error) {
    resumeEvents();
    void queryClient.invalidateQueries(); // events may have been missed
    throw error;
  } finally {
    useWorkspaceChange.setState({ isRunning: false });
    resumeWork();
  }
}

async function hasWorkspaceChanged(): Promise<boolean> {
  const session = await app(appRoutes.getSession, {}).catch(() => null); // the original error is reported
  if (session === null) return false;
  const [before, now] = [getCurrent(), session.workspace];
  return now?.workspace_id !== before?.workspace_id || now?.is_read_only !== before?.is_read_only;
}

/** Shows the workspace that another window has opened. Unfinished work ends. */
export function followOtherWindow(): void {
  const work = findUnfinishedWork();
  discardData();
  const title = 'Another window has opened another workspace';
  if (work === null) showWarningToast(title);
  else showErrorToast(title, work.loss);
}

async function resetWindow(): Promise<void> {
  discardData();
  resumeEvents();
  await queryClient.invalidateQueries();
}

/** Discards all data of the previous workspace. */
function discardData(): void {
  discardWorkspace();
  closeActionToasts();
  queryClient.removeQueries({
    predicate: ({ queryKey }) => queryKey[0] !== 'session' && queryKey[0] !== settingsQuery.queryKey[0],
  });
  location.hash = '#/overview';
}
