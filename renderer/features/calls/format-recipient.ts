import type { CallRecord } from '../../../shared/calls/calls.ts';
import { formatPhoneNumber } from '../../format/phone-number.ts';

type CallRecipient = Pick<CallRecord, 'recipient_name' | 'recipient_number'>;

/** Returns the name of the recipient of a call, or else the number, for use within a sentence. */
export function nameRecipient({ recipient_name, recipient_number }: CallRecipient): string {
  if (recipient_name !== '') return recipient_name;
  return recipient_number === '' ? 'unknown number' : formatPhoneNumber(recipient_number);
}

/** Formats the recipient of a call as one text: the name, if it is known, and the number. */
export function formatRecipient({ recipient_name, recipient_number }: CallRecipient): string {
  const number = formatPhoneNumber(recipient_number);
  return recipient_name === '' ? number : `${recipient_name} · ${number}`;
}
