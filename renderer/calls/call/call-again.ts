import type { CallDetails } from '../../../shared/calls.ts';
import { fillRows } from '../place/draft.ts';
import { changeDraft, openPlacing } from '../place/place-store.ts';
import { formatNumber } from '../phone-number.ts';

/** Fills in a call that has the agent, number and metadata of one before; it is placed by hand. */
export function callAgain({ agent_id, recipient_number, metadata }: CallDetails): void {
  changeDraft({ agentId: agent_id, number: formatNumber(recipient_number), rows: fillRows([], metadata) });
  openPlacing();
}
