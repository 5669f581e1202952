import { createRoute, redirect } from '@tanstack/react-router';
import * as z from 'zod';
import { lazyView } from '../../data/lazy-component.ts';
import { rootRoute, searchTextSchema } from '../../data/root-route.ts';
import { callsRouteSearchSchema, type CallsRouteSearch } from './calls-search.ts';
import { prepareCallsRoute } from './prepare-calls-route.ts';

/** The start position in seconds, and the search text to highlight in the transcript. */
const callSearchSchema = z.object({
  t: z.number().min(0).optional().catch(undefined),
  q: searchTextSchema.optional().catch(undefined),
});

type CallSearch = z.infer<typeof callSearchSchema>;

export const callsRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/calls',
    staticData: { title: 'Calls' },
    validateSearch: (search): CallsRouteSearch => callsRouteSearchSchema.parse(search),
    beforeLoad: ({ search, cause }) => {
      const savedSearch = prepareCallsRoute(search, cause);
      if (savedSearch) throw redirect({ to: '/calls', search: savedSearch, replace: true });
    },
    component: lazyView(() => import('./list/calls-view.tsx'), 'CallsView'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/calls/follow-ups',
    staticData: { title: 'Follow-ups', list: 'calls' },
    component: lazyView(() => import('./follow-ups/follow-ups-view.tsx'), 'FollowUpsView'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/calls/$callId',
    staticData: { title: 'Call', list: 'calls', backKey: 'Esc' },
    validateSearch: (search): CallSearch => callSearchSchema.parse(search),
    component: lazyView(() => import('./call/call-view.tsx'), 'CallView'),
  }),
] as const;
