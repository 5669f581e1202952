import { createRoute } from '@tanstack/react-router';
import * as z from 'zod';
import { lazyView } from '../../data/lazy-component.ts';
import { rootRoute } from '../../data/root-route.ts';

/** The document that the view shows, its tab, and the chunk that is highlighted, and the page that is shown. */
const knowledgeSearchSchema = z.object({
  document: z.string().optional().catch(undefined),
  tab: z.enum(['text', 'chunks', 'original', 'versions']).optional().catch(undefined),
  chunk: z.string().optional().catch(undefined),
  page: z.int().min(1).optional().catch(undefined),
  /** Shows the documents that were added at this time or later. */
  since: z.iso.datetime().optional().catch(undefined),
});

type KnowledgeSearch = z.infer<typeof knowledgeSearchSchema>;

export const knowledgeRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/knowledge',
    staticData: { title: 'Knowledge' },
    validateSearch: (search): KnowledgeSearch => knowledgeSearchSchema.parse(search),
    component: lazyView(() => import('./knowledge-view.tsx'), 'KnowledgeView'),
  }),
] as const;
