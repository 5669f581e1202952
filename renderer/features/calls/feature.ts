import { Phone } from 'lucide-react';
import { isCallEnded } from '../../../shared/calls/call-status.ts';
import { appRoutes } from '../../../shared/contract/contract.ts';
import type { CommandActions, WindowContext, Feature } from '../../data/feature.ts';
import { invalidate } from '../../data/invalidate.ts';
import { lazyComponent } from '../../data/lazy-component.ts';
import { openOverlay } from '../../data/overlay-store.ts';
import { retryWhenReachable } from '../../data/retry-when-reachable.ts';
import { explainMissingPermission } from '../../data/session/missing-permission.ts';
import { explainMissingRemote } from '../../data/session/session-query.ts';
import { alwaysEnabled } from '../../ui/commands/command.ts';
import {
  assigneesQuery,
  refetchNotes,
  refreshCall,
  refreshCalls,
  refreshOutcome,
  refreshRecipientNames,
  refreshReviews,
} from './calls-query.ts';
import { setLiveSpeech } from './call/live/live-speech-store.ts';
import { requestSearchFocus, useCallsStore, resetCallsStore } from './calls-store.ts';
import { refreshFollowUps } from './follow-ups/follow-ups-query.ts';
import { keptCallsState } from './kept-calls-state.ts';
import { openPlaceCallPanel, resetPlaceCallStore } from './place-call/place-call-store.ts';
import { callsRoutes } from './routes.ts';
import { refetchCriteria, refreshScorecards } from './scorecard/scorecard-query.ts';

export const callsFeature = {
  name: 'calls',
  routes: callsRoutes,
  viewIcons: { calls: Phone },
  workspace: {
    discard: () => {
      resetCallsStore();
      setLiveSpeech(null);
      resetPlaceCallStore();
    },
  },
  draftState: keptCallsState,
  outboxEditors: {
    place_call: async () => (await import('./place-call/edit-outbox-call.ts')).editOutboxCall,
  },
  events: {
    'call.changed': ({ call_id }) => {
      refreshCalls();
      refreshCall(call_id);
    },
    'call.turn_added': ({ call_id }) => refreshCall(call_id),
    'call.speech_added': setLiveSpeech,
    'notes.changed': ({ call_id }) => {
      void refetchNotes(call_id);
      refreshCalls(); // the search covers notes
    },
    'call_review.changed': ({ call_id }) => refreshReviews(call_id),
    'call_outcome.changed': ({ call_id }) => {
      refreshOutcome(call_id);
      refreshCalls();
      refreshCall(call_id);
      refreshScorecards(call_id); // rules by outcome
    },
    'follow_ups.changed': refreshFollowUps,
    'scorecard.changed': ({ call_id }) => {
      refreshScorecards(call_id);
      refreshCalls(); // filters by score and reviewer
    },
    'scorecard_criteria.changed': () => {
      void refetchCriteria();
      refreshCalls();
    },
    'recipient_name_rule.changed': refreshRecipientNames,
    'agent.changed': refreshCalls, // the first name of a remote's agent is also its calls' name
    'organization.changed': () => void invalidate(assigneesQuery.queryKey),
  },
  notifications: {
    'call.changed': {
      classify: ({ call_id, status }) =>
        isCallEnded(status) && status !== 'canceled' ? { kind: 'call ended', id: call_id } : null,
      loadTexts: async () => (await import('./call-notification.ts')).callNotification,
    },
  },
  createCommands,
  dialogs: {
    'add-calls-by-id': lazyComponent(async () => (await import('./list/add-calls-dialog.tsx')).AddCallsDialog),
  },
  loadPaletteSource: async () => (await import('./call-palette.ts')).callPalette,
} as const satisfies Feature;

function createCommands({
  session,
  navigate,
}: WindowContext): CommandActions<
  'place-call' | 'search-calls' | 'open-follow-ups' | 'add-calls-by-id' | 'export-calls'
> {
  const goToCalls = () => void navigate({ to: '/calls', search: useCallsStore.getState().search });
  return {
    'place-call': {
      disabledReason: explainMissingPermission(session, appRoutes.placeSimulatedCall),
      run: () => (openPlaceCallPanel(), goToCalls()),
    },
    'search-calls': alwaysEnabled(() => (requestSearchFocus(), goToCalls())),
    'open-follow-ups': alwaysEnabled(() => void navigate({ to: '/calls/follow-ups' })),
    'add-calls-by-id': {
      disabledReason: explainMissingPermission(session, appRoutes.importCalls) ?? explainMissingRemote(session),
      run: () => openOverlay('add-calls-by-id'),
    },
    'export-calls': {
      disabledReason: explainMissingPermission(session, appRoutes.exportCalls),
      run: () => {
        goToCalls();
        void retryWhenReachable(() => import('./list/save-calls.ts')).then(({ saveListedCalls }) => saveListedCalls());
      },
    },
  };
}
