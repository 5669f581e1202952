import { createHashHistory, createRoute, createRouter, redirect, type AnyRoute } from '@tanstack/react-router';
import { rootRoute } from '../data/root-route.ts';
import { formatError } from '../format/format-error.ts';
import { Button } from '../ui/buttons/button.tsx';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { ErrorState } from '../ui/feedback/error-state.tsx';
import { Illustration } from '../ui/feedback/illustration.tsx';
import { features } from './features.ts';
import { Root } from './root.tsx';

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/overview', replace: true });
  },
});

type RoutesOf<Parts extends readonly unknown[]> = Parts extends readonly [infer First, ...infer Rest]
  ? [...(First extends { readonly routes: infer Routes extends readonly AnyRoute[] } ? Routes : []), ...RoutesOf<Rest>]
  : [];

const routes = features.flatMap((feature): readonly AnyRoute[] =>
  'routes' in feature ? feature.routes : [],
) as unknown as RoutesOf<typeof features>; // of each feature in turn; flatMap loses the types, which links need

export const router = createRouter({
  routeTree: rootRoute.update({ component: Root }).addChildren([homeRoute, ...routes]),
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
}

function NotFound() {
  return (
    <EmptyState
      illustration={<Illustration name="unplugged" />}
      title="Page not found"
      action={<Button onClick={() => void router.navigate({ to: '/overview' })}>Go to Overview</Button>}
    >
      There is no view at this address. Choose one in the sidebar.
    </EmptyState>
  );
}
