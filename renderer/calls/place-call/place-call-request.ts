import type * as z from 'zod';
import type { appRoutes } from '../../../shared/contract.ts';
import { Problem } from '../../../shared/problems.ts';
import { formatError } from '../../format/format-error.ts';
import { validatePhoneNumber } from '../phone-number.ts';
import { findRowErrors, toMetadata, type CallDraft } from './call-draft.ts';

export type PlaceCallRequest = z.input<typeof appRoutes.placeSimulatedCall.json>;

/** What is wrong, each at its field; `form` for what belongs to none. */
export type FieldErrors = {
  readonly agent?: string;
  readonly number?: string;
  readonly recipient?: string;
  readonly rows?: Readonly<Record<number, string>>;
  readonly form?: string;
};

/** What keeps a draft from being sent; empty where nothing does. */
export function validateDraft(draft: CallDraft): FieldErrors {
  const number = validatePhoneNumber(draft.number);
  const rows = findRowErrors(draft.rows);
  return {
    ...(draft.agentId === null && { agent: 'Choose who calls.' }),
    ...(number.state === 'empty' && { number: 'Enter the number to call.' }),
    ...(number.state === 'wrong' && { number: number.reason }),
    ...(Object.keys(rows).length > 0 && { rows }),
  };
}

/** The request for a draft without faults. */
export function toPlaceCallRequest(
  { agentId, number, rows, recipient, speed }: CallDraft,
  allow_duplicate: boolean,
): PlaceCallRequest {
  const judged = validatePhoneNumber(number);
  const metadata = toMetadata(rows);
  return {
    agent_id: agentId ?? '',
    recipient_number: judged.state === 'usable' ? judged.number : number,
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...(recipient === 'practice'
      ? { mode: 'practice' }
      : { mode: 'simulated', speed: speed, ...(recipient !== 'drawn' && { persona: recipient }) }),
    ...(allow_duplicate && { allow_duplicate: allow_duplicate }),
  };
}

/** Nobody knows whether the request arrived; the key that it carries makes a second one harmless. */
const unreachableMessage =
  'The service on this computer could not be reached. What you filled in is kept; sent again, it is placed only once.';

/** The service's answer, each part of it at the field that it points to. */
export function toFieldErrors(error: unknown, draft: CallDraft): FieldErrors {
  if (error instanceof TypeError) return { form: unreachableMessage };
  if (!(error instanceof Problem) || error.errors.length === 0) return { form: formatError(error) };
  const rows: Record<number, string> = {};
  let faults: FieldErrors = {};
  for (const { pointer, detail } of error.errors) {
    const [field, name] = pointer.split('/').slice(1).map(unescapePointer);
    const row = name === undefined ? undefined : draft.rows.find((one) => one.name.trim() === name);
    if (field === 'agent_id') faults = { ...faults, agent: detail };
    else if (field === 'recipient_number') faults = { ...faults, number: detail };
    else if (field === 'mode' || field === 'persona' || field === 'speed') faults = { ...faults, recipient: detail };
    else if (field === 'metadata' && row) rows[row.id] = detail;
    else faults = { ...faults, form: detail };
  }
  return Object.keys(rows).length > 0 ? { ...faults, rows } : faults;
}

function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}
