import { overviewQuery } from '../overview/overview-query.ts';
import { queryClient } from '../query-client.ts';
import { settingsIssueQuery, settingsQuery } from '../settings/settings-query.ts';
import { workspacesQuery } from '../workspaces/workspaces-query.ts';
import { sessionQuery } from './session-query.ts';

/** The addresses at which the window opens the overview. */
const overviewAddresses = ['', '#/', '#/overview'];

/**
 * Requests what the window shows first, before it renders: each of its parts would request its own data only once the part
 * around it has received data and rendered.
 */
export async function prefetchFirstView(): Promise<void> {
  const isOverview = overviewAddresses.includes(location.hash);
  void queryClient.prefetchQuery(settingsQuery);
  void queryClient.prefetchQuery(settingsIssueQuery);
  void queryClient.prefetchQuery(workspacesQuery);
  await queryClient.prefetchQuery(sessionQuery);
  const session = queryClient.getQueryData(sessionQuery.queryKey);
  if (isOverview && session?.workspace) await queryClient.prefetchQuery(overviewQuery);
}
