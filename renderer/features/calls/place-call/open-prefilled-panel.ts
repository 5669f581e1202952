import type { CallDetails } from '../../../../shared/calls/calls.ts';
import { formatPhoneNumber } from '../../../format/phone-number.ts';
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
