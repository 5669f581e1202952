import type { AgentRequestRecord } from '../../shared/agent-requests.ts';
import type { OutboxItem } from '../../shared/sync.ts';

const labels = {
  queued: 'Waiting to be sent',
  in_flight: 'Sending',
  held: 'On hold',
  unknown: 'Outcome unknown',
  rejected: 'Refused',
  done: null,
  canceled: null,
} as const satisfies Record<OutboxItem['state'], string | null>;

/**
 * Returns what is shown instead of the current step: the state of a request that the remote has not confirmed, or a status that
 * this application does not know, as the remote wrote it. Null for every other request.
 */
export function describePendingRequest({
  pending,
  remote,
}: Pick<AgentRequestRecord, 'pending' | 'remote'>): string | null {
  return (pending && labels[pending.state]) ?? remote?.status?.replaceAll('_', ' ') ?? null;
}

/** Explains a request that the remote has not confirmed, as a sentence; null if it has. */
export function explainPendingRequest(item: OutboxItem | null): string | null {
  switch (item?.state) {
    case 'queued':
      return 'This request is sent as soon as the remote can be reached.';
    case 'in_flight':
      return 'This request is being sent to the remote.';
    case 'held':
      return 'This request is not sent until you decide.';
    case 'unknown':
      return 'The answer was lost. Check, send again, or mark as done. Sending again may submit it twice.';
    case 'rejected':
      return 'The remote refused this request. Edit it, or cancel it.';
    default:
      return null;
  }
}

/** Whether it was submitted elsewhere, so that the time of its submission is not known. */
export function isFirstSeen({ events }: Pick<AgentRequestRecord, 'events'>): boolean {
  return events[0]?.by_remote === true;
}
