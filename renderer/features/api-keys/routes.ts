import { createRoute } from '@tanstack/react-router';
import { lazyView } from '../../data/lazy-component.ts';
import { rootRoute } from '../../data/root-route.ts';
import { keysSearchSchema, type KeysSearch } from './keys-search.ts';

export const apiKeysRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/keys',
    staticData: { title: 'API keys' },
    validateSearch: (search): KeysSearch => keysSearchSchema.parse(search),
    component: lazyView(() => import('./keys-view.tsx'), 'KeysView'),
  }),
] as const;
