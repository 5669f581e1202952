import { expect, test } from 'vitest';
import { nameRecipient } from '../../../../renderer/features/calls/format-recipient.ts';

test('names the recipient within a sentence, also if the remote gives neither name nor number', () => {
  const call = { recipient_name: 'Marisol Quintero', recipient_number: '+14155550132' };
  expect(nameRecipient(call)).toBe('Marisol Quintero');
  expect(nameRecipient({ ...call, recipient_name: '' })).toBe('+1 415 555 0132');
  expect(nameRecipient({ recipient_name: '', recipient_number: '' })).toBe('unknown number');
});
