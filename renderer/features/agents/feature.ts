import { Sparkles } from 'lucide-react';
import type { Feature } from '../../data/feature.ts';
import { refreshAgents } from './agents-query.ts';
import { agentsRoutes } from './routes.ts';

export const agentsFeature = {
  name: 'agents',
  routes: agentsRoutes,
  viewIcons: { agents: Sparkles },
  events: {
    'agent.changed': refreshAgents,
    'call.changed': refreshAgents, // agents show the number of their calls
  },
  loadPaletteSource: async () => (await import('./agent-palette.ts')).agentPalette,
} as const satisfies Feature;
