// Public: other features may import this file.
import { findDoNotCallReason, type DoNotCallEntry } from '../../../../shared/calls/do-not-call.ts';
import { recipientNumberPattern } from '../../../../shared/calls/recipient-number.ts';
import { hasExtension, normalizePhoneNumber } from '../../platform/phone-numbers.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import { findEntryByNumber, insertEntry } from './do-not-call-queries.ts';

export { findEntryByNumber } from './do-not-call-queries.ts';

type ListDependencies = { readonly db: Database; readonly context: Context; readonly events: EventPublisher };

/** The part of the calls that stops the calls to listed numbers. */
export type CallCanceler = { readonly calls: { readonly cancelListed: () => void } };

type NewNumber = Pick<DoNotCallEntry, 'recipient_number' | 'reason' | 'source' | 'call_id'>;

/** Adds a number in the open transaction, unless it is on the list. Returns whether it was added. */
export function addNumber({ db, context, events }: ListDependencies, orgId: string, number: NewNumber): boolean {
  const recipient_number = normalizePhoneNumber(number.recipient_number);
  const entry = { ...number, recipient_number, entry_id: context.newId('dnc'), added_at: context.now() };
  const isAdded = !findEntryByNumber(db, orgId, recipient_number) && insertEntry(db, orgId, entry);
  if (isAdded) events.publish({ type: 'do_not_call.changed' }, orgId);
  return isAdded;
}

type ListableCall = {
  readonly call_id: string;
  /** Empty if it is not known. */
  readonly recipient_number: string;
  readonly is_trial: 0 | 1;
};

/** Adds the number of a completed call if its outcome asks for it. Returns whether it was added. Trials add none. */
export function addNumberByDisposition(
  dependencies: ListDependencies,
  orgId: string,
  { call_id, recipient_number, is_trial }: ListableCall,
  disposition: string | null,
): boolean {
  const reason = findDoNotCallReason(disposition);
  if (reason === undefined || recipient_number === '' || is_trial === 1) return false;
  return addNumber(dependencies, orgId, { recipient_number, reason, source: 'call', call_id });
}

/** Creates the problem of a call to a number on the list. */
export function createListedProblem(entry: DoNotCallEntry): Problem {
  const detail = `${describeEntry(entry)} The call was not placed. Remove the number from the list, or ask an Admin to override it.`;
  return new Problem('do_not_call', detail, { errors: [{ pointer: '/recipient_number', detail }] });
}

/** Returns a sentence that says since when and why a number is on the list. */
export function describeEntry({ recipient_number, added_at, reason }: DoNotCallEntry): string {
  const why = reason === '' ? '' : ` (${reason})`;
  return `${recipient_number} has been on the do-not-call list since ${added_at.slice(0, 10)}${why}.`;
}

/** An entry with the digits of an extension would not stop calls to the number. */
export const extensionDetail = 'The number is too long for its country. Leave out an extension.';

/** Throws Problem `recipient_number_invalid` unless the `recipient_number` of a body is an E.164 number. */
export function checkRecipientNumber(number: string): void {
  if (!recipientNumberPattern.test(number))
    throw createNumberProblem('Enter + followed by 7 to 15 digits; the first digit cannot be 0.');
}

/** Returns the number of a new entry. Throws Problem `recipient_number_invalid` unless a text is a phone number without an extension. */
export function readListedNumber(text: string): string {
  const number = normalizePhoneNumber(text);
  checkRecipientNumber(number);
  if (hasExtension(number, text)) throw createNumberProblem(extensionDetail);
  return number;
}

function createNumberProblem(detail: string): Problem {
  return new Problem('recipient_number_invalid', detail, { errors: [{ pointer: '/recipient_number', detail }] });
}
