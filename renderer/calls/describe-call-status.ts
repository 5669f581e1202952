import type { CallStatus } from '../../shared/call-status.ts';
import type { StatusTone } from '../ui/status.tsx';

const states = {
  queued: { tone: 'waiting', word: 'Queued' },
  ringing: { tone: 'busy', word: 'Ringing' },
  in_progress: { tone: 'busy', word: 'In progress' },
  completed: { tone: 'good', word: 'Completed' },
  no_answer: { tone: 'pending', word: 'No answer' },
  busy: { tone: 'pending', word: 'Busy' },
  failed: { tone: 'bad', word: 'Failed' },
  canceled: { tone: 'neutral', word: 'Canceled' },
} as const satisfies Record<CallStatus, { readonly tone: StatusTone; readonly word: string }>;

/** A call's status in a word, with its shape and colour. */
export function describeCallStatus(status: CallStatus): { readonly tone: StatusTone; readonly word: string } {
  return states[status];
}
