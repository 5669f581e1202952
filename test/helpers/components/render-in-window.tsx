import { onlineManager, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  useLocation,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { render } from 'vitest-browser-react';
import { setConnection } from '../../../renderer/data/service-connection.ts';
import { queryClient } from '../../../renderer/data/query-client.ts';
import { sessionQuery } from '../../../renderer/data/session/session-query.ts';
import { Toasts } from '../../../renderer/ui/feedback/toast-viewport.tsx';
import { TooltipProvider } from '../../../renderer/ui/dialogs/tooltip.tsx';
import type { Role } from '../../../shared/contract/roles.ts';
import type { Workspace } from '../../../shared/workspaces/workspaces.ts';

type WindowOptions = {
  /** The address of the view that contains the component. */
  readonly path?: string;
  /** Reads the search of its address, as the route of the view does. */
  readonly validateSearch?: (search: Record<string, unknown>) => object;
  readonly role?: Role;
  /** The highest role that can be chosen. */
  readonly highestRole?: Role;
  /** Fields of the open workspace that differ. */
  readonly workspace?: Partial<Workspace>;
};

/** The workspace that is open in the window. */
export const sampleWorkspace: Workspace = {
  workspace_id: 'wsp_1',
  name: 'Harbour Office',
  kind: 'local',
  created_at: '2026-01-05T09:00:00.000Z',
  error: null,
  remote_host: null,
  is_readable: true,
  is_read_only: false,
};

/**
 * Renders a component in a view of the window, with the window's query cache, tooltips and toasts. Every other address shows
 * its path as a heading. Returns a function that goes to another address.
 */
export async function renderInWindow(
  component: ReactNode,
  {
    path = '/view',
    validateSearch = (search) => search,
    role = 'admin',
    highestRole = 'admin',
    workspace = {},
  }: WindowOptions = {},
): Promise<(path: string) => void> {
  // An earlier test can have lost the connection, which pauses queries.
  setConnection('opening');
  onlineManager.setOnline(true);
  queryClient.clear();
  queryClient.setQueryData(sessionQuery.queryKey, {
    version: '1.0.0',
    workspace: { ...sampleWorkspace, ...workspace },
    org_id: 'org_1',
    role,
    highest_role: highestRole,
    member: null,
    asks_for_member: false,
  });
  const root = createRootRoute({ component: Outlet });
  const router = createRouter({
    routeTree: root.addChildren([
      createRoute({ getParentRoute: () => root, path, validateSearch, component: () => component }),
      createRoute({ getParentRoute: () => root, path: '$', component: OtherView }),
    ]),
    history: createMemoryHistory({ initialEntries: [path] }),
  });
  await router.load();
  await render(
    <QueryClientProvider client={queryClient}>
      <TooltipProvider delay={0}>
        <RouterProvider router={router} />
        <Toasts />
      </TooltipProvider>
    </QueryClientProvider>,
  );
  return (next) => router.history.push(next);
}

function OtherView() {
  const { pathname, searchStr } = useLocation();
  return <h1>{`${pathname}${searchStr}`}</h1>;
}
