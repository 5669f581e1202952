import type { Feature } from '../../data/feature.ts';
import { refreshAgents } from './agents-query.ts';

export const agentsFeature = {
  name: 'agents',
  events: {
    'agent.changed': refreshAgents,
    'call.changed': refreshAgents, // agents show the number of their calls
  },
  loadPaletteSource: async () => (await import('./agent-palette.ts')).agentPalette,
} as const satisfies Feature;
