import type { CallRecord } from '../../../shared/calls/calls.ts';
import { formatPhoneNumber } from '../../format/phone-number.ts';

type CallRecipient = Pick<CallRecord, 'recipient_name' | 'recipient_number'>;

/** Returns the name of the recipient of a call, or else the number. */
export function nameRecipient({ recipient_name, recipient_number }: CallRecipient): string {
  return recipient_name === '' ? formatPhoneNumber(recipient_number) : recipient_name;
}

/** Formats the recipient of a call as one text: the name, if it is known, and the number. */
export function formatRecipient({ recipient_name, recipient_number }: CallRecipient): string {
  const number = formatPhoneNumber(recipient_number);
  return recipient_name === '' ? number : `${recipient_name} · ${number}`;
}
