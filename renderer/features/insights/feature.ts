import { ChartColumn } from 'lucide-react';
import type { Feature } from '../../data/feature.ts';
import {
  refreshContradictions,
  refreshDocumentInsights,
  refreshInsights,
  refreshKnowledgeGaps,
} from './insights-query.ts';
import { setInsightsSearch } from './insights-store.ts';
import { insightsRoutes } from './routes.ts';

export const insightsFeature = {
  name: 'insights',
  routes: insightsRoutes,
  viewIcons: { insights: ChartColumn },
  workspace: { discard: () => setInsightsSearch({}) },
  events: {
    'document.changed': refreshDocumentResults,
    'document.deleted': refreshDocumentResults,
    'call.changed': () => {
      refreshInsights();
      refreshKnowledgeGaps();
    },
    'call_outcome.changed': refreshInsights,
    'knowledge_gaps.changed': refreshKnowledgeGaps,
    'contradictions.changed': refreshContradictions,
  },
} as const satisfies Feature;

function refreshDocumentResults(): void {
  refreshDocumentInsights();
  refreshContradictions();
}
