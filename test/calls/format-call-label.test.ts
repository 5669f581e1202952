import { expect, test } from 'vitest';
import { formatCallLabel } from '../../electron/service/features/calls/place-call.ts';

test('names a call by its agent and number, or by its agent alone if the remote does not give the number', () => {
  const call = { agent_name: 'Renewals', recipient_number: '+14155550132' };
  expect(formatCallLabel(call)).toBe('Renewals to +14155550132');
  expect(formatCallLabel({ ...call, recipient_number: '' })).toBe('Renewals');
});
