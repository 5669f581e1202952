import { createRoute } from '@tanstack/react-router';
import { lazyView } from '../../data/lazy-component.ts';
import { rootRoute } from '../../data/root-route.ts';

export const agentEditorRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/agents/$agentId',
    staticData: { title: 'Edit agent' },
    component: lazyView(() => import('./agent-editor-view.tsx'), 'AgentEditorView'),
  }),
] as const;
