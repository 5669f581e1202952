import { createRoute } from '@tanstack/react-router';
import { lazyView } from '../../data/lazy-component.ts';
import { rootRoute } from '../../data/root-route.ts';
import { insightsSearchSchema, type InsightsSearch } from './insights-search.ts';

export const insightsRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/insights',
    staticData: { title: 'Insights' },
    validateSearch: (search): InsightsSearch => insightsSearchSchema.parse(search),
    component: lazyView(() => import('./insights-view.tsx'), 'InsightsView'),
  }),
] as const;
