import type * as z from 'zod';
import type { appRoutes } from '../../../shared/contract.ts';
import { Problem } from '../../../shared/problems.ts';
import { tellError } from '../../format/tell-error.ts';
import { judgeNumber } from '../phone-number.ts';
import { findRowFaults, toMetadata, type Draft } from './draft.ts';

export type PlaceRequest = z.input<typeof appRoutes.placeRehearsal.json>;

/** What is wrong, each at its field; `form` for what belongs to none. */
export type Faults = {
  readonly agent?: string;
  readonly number?: string;
  readonly recipient?: string;
  readonly rows?: Readonly<Record<number, string>>;
  readonly form?: string;
};

/** What keeps a draft from being sent; empty where nothing does. */
export function findFaults(draft: Draft): Faults {
  const number = judgeNumber(draft.number);
  const rows = findRowFaults(draft.rows);
  return {
    ...(draft.agentId === null && { agent: 'Choose who calls.' }),
    ...(number.state === 'empty' && { number: 'Enter the number to call.' }),
    ...(number.state === 'wrong' && { number: number.reason }),
    ...(Object.keys(rows).length > 0 && { rows }),
  };
}

/** The request for a draft without faults. */
export function toRequest({ agentId, number, rows, recipient, pace }: Draft, again: boolean): PlaceRequest {
  const judged = judgeNumber(number);
  const metadata = toMetadata(rows);
  return {
    agent_id: agentId ?? '',
    recipient_number: judged.state === 'usable' ? judged.number : number,
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...(recipient === 'typed'
      ? { recipient: 'typed' }
      : { recipient: 'simulated', pace, ...(recipient !== 'drawn' && { persona: recipient }) }),
    ...(again && { again }),
  };
}

/** Nobody knows whether the request arrived; the key that it carries makes a second one harmless. */
const unanswered =
  'The service on this computer could not be reached. What you filled in is kept; sent again, it is placed only once.';

/** The service's answer, each part of it at the field that it points to. */
export function readFaults(error: unknown, draft: Draft): Faults {
  if (error instanceof TypeError) return { form: unanswered };
  if (!(error instanceof Problem) || error.errors.length === 0) return { form: tellError(error) };
  const rows: Record<number, string> = {};
  let faults: Faults = {};
  for (const { pointer, detail } of error.errors) {
    const [field, name] = pointer.split('/').slice(1).map(unescapePointer);
    const row = name === undefined ? undefined : draft.rows.find((one) => one.name.trim() === name);
    if (field === 'agent_id') faults = { ...faults, agent: detail };
    else if (field === 'recipient_number') faults = { ...faults, number: detail };
    else if (field === 'recipient' || field === 'persona' || field === 'pace')
      faults = { ...faults, recipient: detail };
    else if (field === 'metadata' && row) rows[row.id] = detail;
    else faults = { ...faults, form: detail };
  }
  return Object.keys(rows).length > 0 ? { ...faults, rows } : faults;
}

function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}
