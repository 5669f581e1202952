import { createRoute } from '@tanstack/react-router';
import { lazyView } from '../../data/lazy-component.ts';
import { rootRoute } from '../../data/root-route.ts';

export const doNotCallRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/calls/do-not-call',
    staticData: { title: 'Do-not-call list', list: 'calls' },
    component: lazyView(() => import('./do-not-call-view.tsx'), 'DoNotCallView'),
  }),
] as const;
