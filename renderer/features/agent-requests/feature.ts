import { v1Routes } from '../../../shared/contract/contract.ts';
import type { Feature, CommandActions, WindowContext } from '../../data/feature.ts';
import { explainMissingPermission } from '../../data/session/missing-permission.ts';
import { invalidate } from '../../data/invalidate.ts';
import { acceptanceKey } from './acceptance/acceptance-query.ts';
import { flushDrafts, resetDraftAutosaves } from './request-form/draft-autosave.ts';
import { refreshRequests } from './requests-query.ts';
import { agentRequestsRoutes } from './routes.ts';

export const agentRequestsFeature = {
  name: 'agent-requests',
  routes: agentRequestsRoutes,
  workspace: { flush: flushDrafts, discard: resetDraftAutosaves },
  outboxEditors: {
    submit_request: async () => (await import('./request-form/edit-outbox-request.ts')).editOutboxRequest,
  },
  events: {
    'agent_request.changed': ({ request_id }) => {
      refreshRequests();
      void invalidate([...acceptanceKey, request_id]);
    },
    'call.changed': () => void invalidate(acceptanceKey), // acceptance tests show the number of their calls
    reset: () => void flushDrafts(), // the service may have been unreachable
  },
  notifications: {
    'agent_request.changed': {
      classify: ({ request_id }) => ({ kind: 'request changed', id: request_id }),
      loadTexts: async () => (await import('./request-notification.ts')).requestNotification,
    },
  },
  createCommands,
  loadPaletteSource: async () => (await import('./request-palette.ts')).requestPalette,
} as const satisfies Feature;

function createCommands({ session, navigate }: WindowContext): CommandActions<'request-agent'> {
  return {
    'request-agent': {
      disabledReason: explainMissingPermission(session, v1Routes.submitAgentRequest),
      run: () => void navigate({ to: '/agents/new', search: {} }),
    },
  };
}
