import { createRoute } from '@tanstack/react-router';
import { lazyView } from '../../data/lazy-component.ts';
import { rootRoute } from '../../data/root-route.ts';

export const activityRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/activity',
    staticData: { title: 'Activity' },
    component: lazyView(() => import('./activity-view.tsx'), 'ActivityView'),
  }),
] as const;
