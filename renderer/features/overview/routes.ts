import { createRoute } from '@tanstack/react-router';
import { lazyView } from '../../data/lazy-component.ts';
import { rootRoute } from '../../data/root-route.ts';
import { loadOverviewView } from './load-overview-view.ts';

export const overviewRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/overview',
    staticData: { title: 'Overview' },
    component: lazyView(loadOverviewView, 'OverviewView'),
  }),
] as const;
