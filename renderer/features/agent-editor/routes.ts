import { createRoute } from '@tanstack/react-router';
import * as z from 'zod';
import { lazyView } from '../../data/lazy-component.ts';
import { rootRoute } from '../../data/root-route.ts';
import { editorTabs } from './agent-editor-store.ts';

/** The tab that is shown at first. */
const agentEditorSearchSchema = z.object({ tab: z.enum(editorTabs).optional().catch(undefined) });

type AgentEditorSearch = z.infer<typeof agentEditorSearchSchema>;

export const agentEditorRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/agents/$agentId',
    staticData: { title: 'Agent', list: 'agents' },
    validateSearch: (search): AgentEditorSearch => agentEditorSearchSchema.parse(search),
    component: lazyView(() => import('./agent-editor-view.tsx'), 'AgentEditorView'),
  }),
] as const;
