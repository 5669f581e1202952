import type { CallStatus } from '../../../shared/calls/call-status.ts';
import type { CallRecord } from '../../../shared/calls/calls.ts';
import { outboxStateDisplays } from '../outbox/public.ts';
import { capitalize } from '../../format/capitalize.ts';
import { formatCount, formatNumber } from '../../format/format-number.ts';
import type { StatusTone } from '../../ui/feedback/status-label.tsx';

const statusLabels = {
  queued: { tone: 'waiting', label: 'Queued' },
  ringing: { tone: 'busy', label: 'Ringing' },
  in_progress: { tone: 'busy', label: 'In progress' },
  completed: { tone: 'good', label: 'Completed' },
  no_answer: { tone: 'pending', label: 'No answer' },
  busy: { tone: 'pending', label: 'Busy' },
  failed: { tone: 'bad', label: 'Failed' },
  canceled: { tone: 'neutral', label: 'Canceled' },
} as const satisfies Record<CallStatus, { readonly tone: StatusTone; readonly label: string }>;

/** Returns the label of a status, and the tone that gives it shape and color. */
export function describeCallStatus(status: CallStatus): { readonly tone: StatusTone; readonly label: string } {
  return statusLabels[status];
}

/**
 * Returns the label of a call's status. A call that was not sent to the remote yet has the state of its request; a status that
 * this application does not know is shown as sent by the remote.
 */
export function describeCall({ status, pending, remote }: Pick<CallRecord, 'status' | 'pending' | 'remote'>): {
  readonly tone: StatusTone;
  readonly label: string;
} {
  if (pending?.kind === 'place_call') return outboxStateDisplays[pending.state];
  if (remote?.status) return { tone: 'neutral', label: remote.status };
  return statusLabels[status];
}

/** Formats a disposition for display: `callback_requested` becomes `Callback requested`. */
export function formatDisposition(disposition: string): string {
  return capitalize(disposition.replaceAll('_', ' ').trim());
}

type Total = { readonly total: number; readonly without_date: number };

/** `579 calls · 2,443 without a date · Fetching …`, without the parts that do not apply. */
export function describeTotal({ total, without_date }: Total, isFetching: boolean): string {
  return [
    formatCount(total, 'call'),
    ...(without_date > 0 ? [`${formatNumber(without_date)} without a date`] : []),
    ...(isFetching ? ['Fetching …'] : []),
  ].join(' · ');
}
