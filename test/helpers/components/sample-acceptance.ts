import type { Acceptance, AcceptancePoint } from '../../../shared/agents/acceptance.ts';

const texts = ['Remind customers of open invoices', 'Offer a payment plan', 'Note the date of the payment'];

/** The acceptance test of `sampleRequest`, with three points of which none is decided. */
export function createSampleAcceptance(changes: readonly Partial<AcceptancePoint>[] = [], trial_calls = 0): Acceptance {
  return {
    request_id: 'req_1',
    trial_calls,
    points: texts.map((text, position) => ({
      position,
      text,
      decision: null,
      reason: '',
      decided_at: null,
      author: null,
      ...changes[position],
    })),
  };
}
