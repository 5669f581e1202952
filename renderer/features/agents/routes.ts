import { createRoute } from '@tanstack/react-router';
import { lazyView } from '../../data/lazy-component.ts';
import { rootRoute } from '../../data/root-route.ts';
import { agentsSearchSchema, type AgentsSearch } from './agents-search.ts';

export const agentsRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/agents',
    staticData: { title: 'Agents' },
    validateSearch: (search): AgentsSearch => agentsSearchSchema.parse(search),
    component: lazyView(() => import('./agents-view.tsx'), 'AgentsView'),
  }),
] as const;
