import { createRoute } from '@tanstack/react-router';
import { lazyView } from '../../data/lazy-component.ts';
import { rootRoute } from '../../data/root-route.ts';

export const organizationsRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/team',
    staticData: { title: 'Team' },
    component: lazyView(() => import('./team-view.tsx'), 'TeamView'),
  }),
] as const;
