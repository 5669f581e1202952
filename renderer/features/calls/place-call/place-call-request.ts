import type * as z from 'zod';
import type { appRoutes } from '../../../../shared/contract/contract.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { toPlainLine, toPlainToken } from '../../../../shared/text/plain-text.ts';
import { formatError } from '../../../format/format-error.ts';
import { validatePhoneNumber } from '../../../format/phone-number.ts';
import { findRowErrors, toMetadata, type CallDraft } from './call-draft.ts';

export type PlaceCallRequest = z.input<typeof appRoutes.placeSimulatedCall.json>;

export type PlaceRemoteCallRequest = z.input<typeof appRoutes.placeRemoteCall.json>;

/** Error messages by field; `form` contains the error that belongs to no field. */
export type FieldErrors = {
  readonly agent?: string;
  readonly number?: string;
  readonly overrideReason?: string;
  readonly recipient?: string;
  readonly rows?: Readonly<Record<number, string>>;
  readonly form?: string;
};

/** Validates a draft in the window. Returns an empty object if the draft can be sent. */
export function validateDraft(draft: CallDraft): FieldErrors {
  const number = validatePhoneNumber(draft.number);
  const rows = findRowErrors(draft.rows);
  return {
    ...(draft.agentId === null && toPlainToken(draft.remoteAgentId) === '' && { agent: 'Select an agent.' }),
    ...(number.state === 'empty' && { number: 'Enter a phone number.' }),
    ...(number.state === 'invalid' && { number: number.reason }),
    ...(Object.keys(rows).length > 0 && { rows }),
  };
}

/** Converts a valid draft to a request. */
export function toPlaceCallRequest(
  { agentId, number, rows, recipient, speed }: CallDraft,
  isDuplicateConfirmed: boolean,
  overrideReason = '',
): PlaceCallRequest {
  return {
    agent_id: agentId ?? '',
    ...toCommonFields(number, rows),
    ...(recipient === 'practice'
      ? { mode: 'practice' }
      : { mode: 'simulated', speed, ...(recipient !== 'random' && { persona: recipient }) }),
    ...(isDuplicateConfirmed && { allow_duplicate: true }),
    ...(toPlainLine(overrideReason) !== '' && { do_not_call_override: toPlainLine(overrideReason) }),
  };
}

/** Converts a valid draft to a request for a real call through the remote. */
export function toRemoteCallRequest(
  { agentId, remoteAgentId, number, rows }: CallDraft,
  isDuplicateConfirmed: boolean,
  overrideReason = '',
): PlaceRemoteCallRequest {
  return {
    ...(agentId === null ? { remote_agent_id: toPlainToken(remoteAgentId) } : { agent_id: agentId }),
    ...toCommonFields(number, rows),
    ...(isDuplicateConfirmed && { allow_duplicate: true }),
    ...(toPlainLine(overrideReason) !== '' && { do_not_call_override: toPlainLine(overrideReason) }),
  };
}

function toCommonFields(number: string, rows: CallDraft['rows']) {
  const validation = validatePhoneNumber(number);
  const metadata = toMetadata(rows);
  return {
    recipient_number: validation.state === 'valid' ? validation.number : number,
    ...(Object.keys(metadata).length > 0 && { metadata }),
  };
}

/** The request may have arrived. Its Idempotency-Key prevents a second call. */
const unreachableMessage =
  'The service could not be reached. Your input is kept. Send it again: only one call will be placed.';

/** Converts an error of the service to messages by field, using the pointers of the problem. */
export function toFieldErrors(error: unknown, draft: CallDraft): FieldErrors {
  if (error instanceof TypeError) return { form: unreachableMessage };
  if (!(error instanceof Problem) || error.errors.length === 0) return { form: formatError(error) };
  const rows: Record<number, string> = {};
  let fieldErrors: FieldErrors = {};
  for (const { pointer, detail } of error.errors) {
    const [field, name] = pointer.split('/').slice(1).map(unescapePointer);
    const row = name === undefined ? undefined : draft.rows.find((entry) => toPlainLine(entry.name) === name);
    if (field === 'agent_id' || field === 'remote_agent_id') fieldErrors = { ...fieldErrors, agent: detail };
    else if (field === 'recipient_number') fieldErrors = { ...fieldErrors, number: detail };
    else if (field === 'mode' || field === 'persona' || field === 'speed')
      fieldErrors = { ...fieldErrors, recipient: detail };
    else if (field === 'metadata' && row) rows[row.id] = detail;
    else fieldErrors = { ...fieldErrors, form: detail };
  }
  return Object.keys(rows).length > 0 ? { ...fieldErrors, rows } : fieldErrors;
}

function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}
