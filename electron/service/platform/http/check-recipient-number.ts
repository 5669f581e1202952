import { Problem } from '../../../../shared/contract/problems.ts';
import { recipientNumberPattern } from '../../../../shared/calls/recipient-number.ts';

/** Throws Problem `recipient_number_invalid` unless the `recipient_number` of a body is an E.164 number. */
export function checkRecipientNumber(number: string): void {
  if (recipientNumberPattern.test(number)) return;
  const detail = 'Enter + followed by 7 to 15 digits; the first digit cannot be 0.';
  throw new Problem('recipient_number_invalid', detail, { errors: [{ pointer: '/recipient_number', detail }] });
}
