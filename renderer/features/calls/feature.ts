import type { Feature } from '../../data/feature.ts';
import { invalidate } from '../../data/invalidate.ts';
import {
  assigneesQuery,
  refetchNotes,
  refreshCall,
  refreshCalls,
  refreshRecipientNames,
  refreshReviews,
} from './calls-query.ts';
import { resetCallsStore } from './calls-store.ts';
import { keptCallsState } from './kept-calls-state.ts';
import { editOutboxCall } from './place-call/edit-outbox-call.ts';
import { resetPlaceCallStore } from './place-call/place-call-store.ts';
import { refetchCriteria, refreshScorecards } from './scorecard/scorecard-query.ts';

export const callsFeature = {
  name: 'calls',
  workspace: {
    discard: () => {
      resetCallsStore();
      resetPlaceCallStore();
    },
  },
  draftState: keptCallsState,
  outboxEditors: { place_call: editOutboxCall },
  events: {
    'call.changed': ({ call_id }) => {
      refreshCalls();
      refreshCall(call_id);
    },
    'call.turn_added': ({ call_id }) => refreshCall(call_id),
    'notes.changed': ({ call_id }) => {
      void refetchNotes(call_id);
      refreshCalls(); // the search covers notes
    },
    'call_review.changed': ({ call_id }) => refreshReviews(call_id),
    'scorecard.changed': ({ call_id }) => {
      refreshScorecards(call_id);
      refreshCalls(); // filters by score and reviewer
    },
    'scorecard_criteria.changed': () => {
      void refetchCriteria();
      refreshCalls();
    },
    'recipient_name_rule.changed': refreshRecipientNames,
    'agent.changed': refreshCalls, // the first name of a remote's agent is also that of its calls
    'organization.changed': () => void invalidate(assigneesQuery.queryKey),
  },
} as const satisfies Feature;
