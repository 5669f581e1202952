import type { CallRecord } from '../../../shared/calls/calls.ts';
import { formatPhoneNumber } from '../../format/phone-number.ts';

type RecipientProps = { readonly call: Pick<CallRecord, 'recipient_name' | 'recipient_number'> };

/**
 * The name of a recipient, in any script, with the number after it; the number alone without a name. Its parent is a flex row:
 * what follows is at the row's end. If the row is narrow, the number is left out, because a part of it says nothing, and then a
 * long name is cut before a badge.
 */
export function Recipient({ call: { recipient_name, recipient_number } }: RecipientProps) {
  const number = formatPhoneNumber(recipient_number);
  if (recipient_name === '') return <span className="grow truncate font-medium">{number}</span>;
  return (
    <>
      <bdi className="truncate font-medium">{recipient_name}</bdi>{' '}
      {/* A number without enough space wraps into a second line, which is not visible. */}
      <span className="ml-1 flex h-5 min-w-0 shrink-[9999] grow flex-wrap overflow-hidden whitespace-nowrap text-muted before:h-5">
        {number}
      </span>
    </>
  );
}
