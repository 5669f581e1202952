export const callStatuses = [
  'queued',
  'ringing',
  'in_progress',
  'completed',
  'no_answer',
  'busy',
  'failed',
  'canceled',
] as const;

export type CallStatus = (typeof callStatuses)[number];

/** The state machine of a call: the statuses that each status can change to. */
export const callTransitions = {
  queued: ['ringing', 'failed', 'canceled'],
  ringing: ['in_progress', 'no_answer', 'busy', 'failed', 'canceled'],
  in_progress: ['completed', 'failed', 'canceled'],
  completed: [],
  no_answer: [],
  busy: [],
  failed: [],
  canceled: [],
} as const satisfies Record<CallStatus, readonly CallStatus[]>;

export function canTransitionCall(from: CallStatus, to: CallStatus): boolean {
  return (callTransitions[from] as readonly CallStatus[]).includes(to); // each list is narrower than the type asked for
}

export function isCallEnded(status: CallStatus): boolean {
  return callTransitions[status].length === 0;
}

export function isCallCancelable(status: CallStatus): boolean {
  return canTransitionCall(status, 'canceled');
}
