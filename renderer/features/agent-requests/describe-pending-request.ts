import type { AgentRequestRecord } from '../../../shared/agents/agent-requests.ts';
import type { OpenOutboxState } from '../../../shared/workspaces/sync.ts';

/** Explains a request that the remote has not confirmed, as a sentence. */
export function explainPendingRequest(state: OpenOutboxState): string {
  switch (state) {
    case 'queued':
      return 'This request is sent as soon as the remote can be reached.';
    case 'in_flight':
      return 'This request is being sent to the remote.';
    case 'held':
      return 'This request is not sent until you decide.';
    case 'unknown':
      return 'Check whether the remote already has this request. Sending again may submit it twice.';
    case 'rejected':
      return 'The remote refused this request. Edit it, or cancel it.';
  }
}

/** Whether the request was submitted elsewhere. The time of its submission is then not known. */
export function isFirstSeen({ events }: Pick<AgentRequestRecord, 'events'>): boolean {
  return events[0]?.by_remote === true;
}
