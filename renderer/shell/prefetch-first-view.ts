import { readSavedFrame } from './frame/saved-frame.ts';
import { followUpsQuery } from '../features/calls/public.ts';
import { loadOverviewView, overviewQuery } from '../features/overview/public.ts';
import { queryClient } from '../data/query-client.ts';
import { settingsIssueQuery, settingsQuery } from '../data/settings-query.ts';
import { workspacesQuery } from '../features/workspaces/public.ts';
import { sessionQuery } from '../data/session/session-query.ts';

/** The addresses at which the window opens the overview. */
const overviewAddresses = ['', '#/', '#/overview'];

/** Loads the code of the overview while the service starts, if the window opens there. If it fails, the view loads it again. */
export async function preloadFirstView(): Promise<void> {
  if (opensOverview()) await loadOverviewView().catch(() => undefined);
}

/** Whether the address is the overview's. */
export function opensOverview(): boolean {
  return overviewAddresses.includes(location.hash);
}

/**
 * Requests what the window shows first, before it renders: each of its parts would request its own data only once the part
 * around it has received data and rendered. The service answers in this order. Resolves when session and overview are loaded,
 * so that they are rendered once, or after `maxWaitMs`: a service that is ready answers sooner.
 */
export async function prefetchFirstView(maxWaitMs = 100): Promise<void> {
  await Promise.race([prefetch(), new Promise((resolve) => setTimeout(resolve, maxWaitMs))]);
}

async function prefetch(): Promise<void> {
  const session = queryClient.prefetchQuery(sessionQuery);
  // A window that showed a workspace most likely shows one again. If none is open, this request fails, and nothing shows it.
  const overview = opensOverview() && readSavedFrame() !== null ? prefetchOverview() : undefined;
  void queryClient.prefetchQuery(settingsQuery);
  void queryClient.prefetchQuery(settingsIssueQuery);
  void queryClient.prefetchQuery(workspacesQuery);
  await session;
  const isWorkspaceOpen = queryClient.getQueryData(sessionQuery.queryKey)?.workspace;
  if (opensOverview() && isWorkspaceOpen) await (overview ?? prefetchOverview());
}

async function prefetchOverview(): Promise<void> {
  await Promise.all([
    queryClient.prefetchQuery(overviewQuery),
    queryClient.prefetchQuery(followUpsQuery('open')),
    preloadFirstView(),
  ]);
}
