import type { OutboxKind } from '../../../../shared/sync.ts';

const possibleEffects = {
  upload_document: 'The remote may have stored this document.',
  delete_document: 'The remote may have deleted this document.',
  place_call: 'The remote may have placed this call.',
  cancel_call: 'The remote may have canceled this call.',
  submit_request: 'The remote may have received this build request.',
} as const satisfies Record<OutboxKind, string>;

/** Explains an item whose outcome is not known. `cause` is a sentence. */
export function explainUnclear(kind: OutboxKind, cause: string): string {
  return `${cause} ${possibleEffects[kind]}`;
}

export const lostAnswerReason = 'The answer was lost.';

export const interruptedReason = 'Switchboard ended before the answer arrived.';

export const expiredReason = 'It was not sent in time.';

export const restartedReason = 'Switchboard was restarted before it was sent.';

export const laneReason = 'An earlier change must be sent first.';

export const canceledReason = 'It was canceled before it was sent.';
