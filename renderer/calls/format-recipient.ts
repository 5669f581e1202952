import type { CallRecord } from '../../shared/calls.ts';
import { formatPhoneNumber } from './phone-number.ts';

/** Formats the recipient of a call as one text: the name, if it is known, and the number. */
export function formatRecipient({
  recipient_name,
  recipient_number,
}: Pick<CallRecord, 'recipient_name' | 'recipient_number'>): string {
  const number = formatPhoneNumber(recipient_number);
  return recipient_name === '' ? number : `${recipient_name} · ${number}`;
}
