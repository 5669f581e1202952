import type { Feature } from '../../data/feature.ts';
import { refreshRequests } from './requests-query.ts';
import { flushDrafts } from './request-form/draft-autosave.ts';

export const agentRequestsFeature = {
  name: 'agent-requests',
  events: {
    'agent_request.changed': refreshRequests,
    reset: () => void flushDrafts(), // the service may have been unreachable
  },
} as const satisfies Feature;
