import type { Feature } from '../../data/feature.ts';
import { editOutboxRequest } from './request-form/edit-outbox-request.ts';
import { refreshRequests } from './requests-query.ts';
import { flushDrafts, resetDraftAutosaves } from './request-form/draft-autosave.ts';

export const agentRequestsFeature = {
  name: 'agent-requests',
  workspace: { flush: flushDrafts, discard: resetDraftAutosaves },
  outboxEditors: { submit_request: editOutboxRequest },
  events: {
    'agent_request.changed': refreshRequests,
    reset: () => void flushDrafts(), // the service may have been unreachable
  },
} as const satisfies Feature;
