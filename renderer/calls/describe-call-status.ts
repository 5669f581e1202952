import type { CallStatus } from '../../shared/call-status.ts';
import type { StatusTone } from '../ui/status-label.tsx';

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

/** A call's status in a label, with its shape and colour. */
export function describeCallStatus(status: CallStatus): { readonly tone: StatusTone; readonly label: string } {
  return statusLabels[status];
}
