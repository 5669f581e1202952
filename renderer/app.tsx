import { CSPProvider } from '@base-ui/react/csp-provider';
import { lazyComponent } from './data/lazy-component.ts';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  RouterProvider,
} from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import * as z from 'zod';
import { callsRouteSearchSchema, searchTextSchema, type CallsRouteSearch } from './features/calls/calls-search.ts';
import { prepareCallsRoute } from './features/calls/prepare-calls-route.ts';
import { ConnectionBanner } from './shell/frame/connection-banner.tsx';
import { Frame } from './shell/frame/frame.tsx';
import { Logo } from './ui/page/logo.tsx';
import { OpeningFrame } from './shell/frame/opening-frame.tsx';
import { forgetSavedFrame, readSavedFrame } from './shell/frame/saved-frame.ts';
import { formatError } from './format/format-error.ts';
import { insightsSearchSchema, type InsightsSearch } from './features/insights/insights-search.ts';
import { NotifiedWorkspace } from './features/workspaces/notified-workspace.tsx';
import { queryClient } from './data/query-client.ts';
import { retryWhenReachable } from './data/retry-when-reachable.ts';
import { loadOverviewView } from './features/overview/load-overview-view.ts';
import { sessionQuery } from './data/session/session-query.ts';
import { useContentFocus } from './shell/use-content-focus.ts';
import { SettingsIssueBanner } from './features/settings/settings-issue-banner.tsx';
import { useAppearance } from './shell/use-appearance.ts';
import { ErrorState } from './ui/feedback/error-state.tsx';
import { TooltipProvider } from './ui/dialogs/tooltip.tsx';
import { useWasIdle } from './ui/page/use-was-idle.ts';
import { KeptTexts } from './shell/window-lock/kept-texts.tsx';
import { useWindowLocked } from './data/session/lock-state.ts';
import { agentsSearchSchema, type AgentsSearch } from './features/agents/agents-search.ts';
import { keysSearchSchema, type KeysSearch } from './features/api-keys/keys-search.ts';

const FirstRun = lazyComponent(async () => (await import('./shell/first-run.tsx')).FirstRun);
const LockScreen = lazyComponent(async () => (await import('./shell/window-lock/lock-screen.tsx')).LockScreen);
const Toasts = lazyComponent(async () => (await import('./ui/feedback/toast-viewport.tsx')).Toasts);

const rootRoute = createRootRoute({ component: Root });

/** The document that the knowledge view shows, its tab, and the chunk that is highlighted. */
const knowledgeSearchSchema = z.object({
  document: z.string().optional().catch(undefined),
  tab: z.enum(['text', 'chunks', 'original']).optional().catch(undefined),
  chunk: z.string().optional().catch(undefined),
  /** Shows the documents that were added at this time or later. */
  since: z.iso.datetime().optional().catch(undefined),
});

export type KnowledgeSearch = z.infer<typeof knowledgeSearchSchema>;

/** The start position in seconds, and the search text to highlight in the transcript. */
const callSearchSchema = z.object({
  t: z.number().min(0).optional().catch(undefined),
  q: searchTextSchema.optional().catch(undefined),
});

export type CallSearch = z.infer<typeof callSearchSchema>;

/** The invoice that the billing view shows in its panel. */
const billingSearchSchema = z.object({ invoice: z.string().optional().catch(undefined) });

export type BillingSearch = z.infer<typeof billingSearchSchema>;

/** The section of the settings to scroll to. */
const settingsSearchSchema = z.object({
  section: z.enum(['connection', 'backups', 'security']).optional().catch(undefined),
});

export type SettingsSearch = z.infer<typeof settingsSearchSchema>;

const requestFormSearchSchema = z.object({ draft: searchTextSchema.optional().catch(undefined) });
export type RequestFormSearch = z.infer<typeof requestFormSearchSchema>;

const routeTree = rootRoute.addChildren([
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: '/overview', replace: true });
    },
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/overview',
    staticData: { title: 'Overview' },
    component: lazyRouteComponent(() => retryWhenReachable(loadOverviewView), 'OverviewView'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/insights',
    staticData: { title: 'Insights' },
    validateSearch: (search): InsightsSearch => insightsSearchSchema.parse(search),
    component: lazyRouteComponent(
      () => retryWhenReachable(() => import('./features/insights/insights-view.tsx')),
      'InsightsView',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/calls',
    staticData: { title: 'Calls' },
    validateSearch: (search): CallsRouteSearch => callsRouteSearchSchema.parse(search),
    beforeLoad: ({ search, cause }) => {
      const savedSearch = prepareCallsRoute(search, cause);
      if (savedSearch) throw redirect({ to: '/calls', search: savedSearch, replace: true });
    },
    component: lazyRouteComponent(
      () => retryWhenReachable(() => import('./features/calls/list/calls-view.tsx')),
      'CallsView',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/calls/do-not-call',
    staticData: { title: 'Do-not-call list' },
    component: lazyRouteComponent(
      () => retryWhenReachable(() => import('./features/do-not-call/do-not-call-view.tsx')),
      'DoNotCallView',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/calls/$callId',
    staticData: { title: 'Call', isCallDetail: true },
    validateSearch: (search): CallSearch => callSearchSchema.parse(search),
    component: lazyRouteComponent(
      () => retryWhenReachable(() => import('./features/calls/call/call-view.tsx')),
      'CallView',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/knowledge',
    staticData: { title: 'Knowledge' },
    validateSearch: (search): KnowledgeSearch => knowledgeSearchSchema.parse(search),
    component: lazyRouteComponent(
      () => retryWhenReachable(() => import('./features/knowledge/knowledge-view.tsx')),
      'KnowledgeView',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/billing',
    staticData: { title: 'Billing' },
    validateSearch: (search): BillingSearch => billingSearchSchema.parse(search),
    component: lazyRouteComponent(
      () => retryWhenReachable(() => import('./features/billing/billing-view.tsx')),
      'BillingView',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/agents',
    staticData: { title: 'Agents' },
    validateSearch: (search): AgentsSearch => agentsSearchSchema.parse(search),
    component: lazyRouteComponent(
      () => retryWhenReachable(() => import('./features/agents/agents-view.tsx')),
      'AgentsView',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/agents/new',
    staticData: { title: 'Request an agent' },
    validateSearch: (search): RequestFormSearch => requestFormSearchSchema.parse(search),
    beforeLoad: ({ search }) => {
      // Every new request form gets a key, under which its draft is saved.
      if (search.draft === undefined)
        throw redirect({ to: '/agents/new', search: { draft: crypto.randomUUID() }, replace: true });
    },
    component: lazyRouteComponent(
      () => retryWhenReachable(() => import('./features/agent-requests/request-form/request-form-view.tsx')),
      'RequestFormView',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/team',
    staticData: { title: 'Team' },
    component: lazyRouteComponent(
      () => retryWhenReachable(() => import('./features/organizations/team-view.tsx')),
      'TeamView',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/keys',
    staticData: { title: 'API keys' },
    validateSearch: (search): KeysSearch => keysSearchSchema.parse(search),
    component: lazyRouteComponent(
      () => retryWhenReachable(() => import('./features/api-keys/keys-view.tsx')),
      'KeysView',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/activity',
    staticData: { title: 'Activity' },
    component: lazyRouteComponent(
      () => retryWhenReachable(() => import('./features/activity/activity-view.tsx')),
      'ActivityView',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/settings',
    staticData: { title: 'Settings' },
    validateSearch: (search): SettingsSearch => settingsSearchSchema.parse(search),
    component: lazyRouteComponent(
      () => retryWhenReachable(() => import('./features/settings/settings-view.tsx')),
      'SettingsView',
    ),
  }),
]);

const router = createRouter({
  routeTree,
  history: createHashHistory(),
  scrollRestoration: false,
  defaultPreload: 'intent',
  defaultErrorComponent: ({ error, reset }) => (
    <ErrorState title="This view could not be shown" detail={formatError(error)} onRetry={reset} />
  ),
  defaultNotFoundComponent: () => <NotFound />,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    title?: string;
    /** The view shows a single call, so the title bar links back to the list of calls. */
    isCallDetail?: boolean;
  }
}

export function App() {
  const isLocked = useWindowLocked((state) => state.isLocked);
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <TooltipProvider delay={500}>
          {isLocked ? (
            <Suspense>
              <LockScreen onUnlock={reloadPage} />
            </Suspense>
          ) : (
            <>
              <RouterProvider router={router} />
              <KeptTexts />
              <LazyToasts />
            </>
          )}
        </TooltipProvider>
      </QueryClientProvider>
    </CSPProvider>
  );
}

/** Loads the code that shows toasts. They wait for it. */
function LazyToasts() {
  const wasIdle = useWasIdle();
  return <Suspense>{wasIdle && <Toasts />}</Suspense>;
}

function reloadPage(): void {
  location.reload();
}

function Root() {
  useAppearance();
  return (
    <div className="flex h-full flex-col">
      <ConnectionBanner />
      <SettingsIssueBanner />
      <div className="min-h-0 flex-1">
        <Content />
      </div>
      <NotifiedWorkspace />
    </div>
  );
}

/**
 * Shows the first run until a workspace is open, then the frame with the current view. Before that is known, shows the frame as
 * it was last, or else the logo.
 */
function Content() {
  const session = useQuery(sessionQuery);
  useContentFocus(session.data && (session.data.workspace?.workspace_id ?? null));
  const hasNoWorkspace = session.data?.workspace === null;
  useEffect(() => {
    if (hasNoWorkspace) forgetSavedFrame();
  }, [hasNoWorkspace]);
  if (session.data?.workspace) return <Frame key={session.data.workspace.workspace_id} />;
  if (session.data)
    return (
      <Suspense fallback={<LoadingScreen />}>
        <FirstRun />
      </Suspense>
    );
  if (session.isError)
    return (
      <main className="h-full">
        <ErrorState
          title="The service is not responding"
          detail={formatError(session.error)}
          onRetry={() => void session.refetch()}
        />
      </main>
    );
  const savedFrame = readSavedFrame();
  return savedFrame ? <OpeningFrame sidebar={savedFrame} /> : <LoadingScreen />;
}

function LoadingScreen() {
  return (
    <main aria-busy="true" className="fade-in-delayed flex h-full flex-col items-center justify-center gap-3">
      <Logo className="size-11" />
      <h1 className="sr-only">Switchboard</h1>
      <p role="status" className="text-small text-muted">
        Opening…
      </p>
    </main>
  );
}

function NotFound() {
  return (
    <ErrorState
      title="Page not found"
      detail="Choose a view in the sidebar."
      onRetry={() => void router.navigate({ to: '/overview' })}
    />
  );
}
