import { createRoute, redirect } from '@tanstack/react-router';
import * as z from 'zod';
import { lazyView } from '../../data/lazy-component.ts';
import { rootRoute, searchTextSchema } from '../../data/root-route.ts';

/** The key of the draft. */
const requestFormSearchSchema = z.object({ draft: searchTextSchema.optional().catch(undefined) });

type RequestFormSearch = z.infer<typeof requestFormSearchSchema>;

export const agentRequestsRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/agents/new',
    staticData: { title: 'Request an agent', list: 'agents' },
    validateSearch: (search): RequestFormSearch => requestFormSearchSchema.parse(search),
    beforeLoad: ({ search }) => {
      // Every new request form gets a key, under which its draft is saved.
      if (search.draft === undefined)
        throw redirect({ to: '/agents/new', search: { draft: crypto.randomUUID() }, replace: true });
    },
    component: lazyView(() => import('./request-form/request-form-view.tsx'), 'RequestFormView'),
  }),
] as const;
