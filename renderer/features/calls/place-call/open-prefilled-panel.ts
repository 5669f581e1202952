import type { CallDetails } from '../../../../shared/calls/calls.ts';
import { queryClient } from '../../../data/query-client.ts';
import { showRequestError } from '../../../data/show-request-error.ts';
import { formatPhoneNumber } from '../../../format/phone-number.ts';
import { callQuery } from '../call-query.ts';
import { applyMetadata } from './call-draft.ts';
import { openPlaceCallPanel, updateDraft } from './place-call-store.ts';

/** Opens the panel with the content of a call. The user submits it. */
export function openPrefilledPanel(call: Pick<CallDetails, 'agent_id' | 'recipient_number' | 'metadata'>): void {
  const { agent_id, recipient_number, metadata } = call;
  updateDraft({
    agentId: agent_id,
    remoteAgentId: '',
    number: recipient_number && formatPhoneNumber(recipient_number),
    rows: applyMetadata([], metadata),
  });
  openPlaceCallPanel();
}

/** Opens the panel with the agent, number and metadata of a call filled in, in the view that has it. The user submits it. */
export async function openPrefilledPlaceCall(callId: string, openView: () => Promise<void>): Promise<void> {
  try {
    openPrefilledPanel(await queryClient.ensureQueryData(callQuery(callId)));
    await openView();
  } catch (error) {
    showRequestError('The call could not be loaded', error);
  }
}
