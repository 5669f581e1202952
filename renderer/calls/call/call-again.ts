import type { CallDetails } from '../../../shared/calls.ts';
import { applyMetadata } from '../place-call/call-draft.ts';
import { updateDraft, openPlaceCallPanel } from '../place-call/place-call-store.ts';
import { formatPhoneNumber } from '../phone-number.ts';

/** Fills in a call that has the agent, number and metadata of one before; it is placed by hand. */
export function openPrefilledPlaceCall({ agent_id, recipient_number, metadata }: CallDetails): void {
  updateDraft({ agentId: agent_id, number: formatPhoneNumber(recipient_number), rows: applyMetadata([], metadata) });
  openPlaceCallPanel();
}
