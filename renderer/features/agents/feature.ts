import type { Feature } from '../../data/feature.ts';
import { refreshAgents } from './agents-query.ts';

export const agentsFeature = {
  name: 'agents',
  events: {
    'agent.changed': refreshAgents,
    'call.changed': refreshAgents, // agents show the number of their calls
  },
} as const satisfies Feature;
