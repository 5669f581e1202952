import { createHash } from 'node:crypto';
import type * as z from 'zod';
import { newCallSchema } from '../../../../shared/calls.ts';
import { limits } from '../../../../shared/limits.ts';
import type { Persona } from '../../../../shared/personas.ts';
import { Problem } from '../../../../shared/problems.ts';
import type { Route } from '../../../../shared/route.ts';
import { recipientNumberPattern } from '../../../../shared/recipient-number.ts';
import type { SimulationSpeed } from '../../../../shared/simulated-calls.ts';
import { findAgent, type AgentRow } from '../agents/agent-queries.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { checkMetadata } from '../../platform/http/check-metadata.ts';
import type { Calls } from './calls.ts';
import { hasCalledSince, insertCall, type NewCall } from './call-queries.ts';

export type PlaceCallInput = z.output<typeof newCallSchema> & {
  readonly mode: 'simulated' | 'practice';
  readonly persona: Persona | null;
  readonly speed: SimulationSpeed;
  /** Whether this agent may call this number again so soon. */
  readonly allow_duplicate: boolean;
};

type PlaceCallContext = Pick<RequestContext<Route>, 'db' | 'context' | 'principal'>;

/** A call that has been stored as queued. */
export type PlacedCall = NewCall & { readonly id: number };

/**
 * Stores a call in the transaction that it is called in; the caller starts it after the commit. Throws Problem 422 for a
 * number, an agent or metadata that cannot be taken, and `duplicate_call`.
 */
export function placeCall({ db, context, principal }: PlaceCallContext, wanted: PlaceCallInput): PlacedCall {
  const { agent_id, recipient_number, metadata = {}, mode, persona, speed } = wanted;
  checkRecipientNumber(recipient_number);
  const agent = findAgent(db, principal.orgId, agent_id);
  if (agent?.status !== 'active') throw createUnknownAgentProblem(agent_id, agent);
  checkMetadata(metadata);
  const created_at = context.now();
  const call: NewCall = {
    call_id: context.newId('call'),
    org_id: principal.orgId,
    agent_id,
    agent_name: agent.name,
    recipient_number,
    mode: mode,
    persona,
    speed: speed,
    placed_by: principal.keyId,
    created_at,
    metadata,
  };
  if (!wanted.allow_duplicate && hasCalledSince(db, call, created_at - limits.duplicateCallMs)) {
    throw new Problem('duplicate_call', `“${agent.name}” called ${recipient_number} less than ten minutes ago.`);
  }
  return { ...call, id: insertCall(db, call) };
}

type StartCallContext = PlaceCallContext &
  Pick<RequestContext<Route, { readonly calls: Calls }>, 'services' | 'setAuditSubject'>;

/** Places a call and returns the response. The call starts when the open transaction commits. Throws as `placeCall`. */
export function placeAndStartCall(ctx: StartCallContext, input: PlaceCallInput) {
  const call = placeCall(ctx, input);
  ctx.setAuditSubject({ label: formatCallLabel(call) });
  ctx.services.calls.start(call);
  return toPlacedCallResponse(call);
}

/** How the activity calls it. */
export function formatCallLabel({
  agent_name,
  recipient_number,
}: Pick<NewCall, 'agent_name' | 'recipient_number'>): string {
  return `${agent_name} to ${recipient_number}`;
}

/** What is answered to whoever placed it. */
function toPlacedCallResponse({ call_id, agent_name, recipient_number }: PlacedCall) {
  return {
    body: {
      call_id,
      status: 'queued' as const,
      message: `“${agent_name}” rehearses a call to ${recipient_number}. This is a rehearsal: nobody is dialled.`,
    },
    headers: { Location: `/v1/calls/${call_id}` },
  };
}

/**
 * Tells whether two requests ask for the same call; metadata may be long, so that only its hash is kept. Throws Problem
 * `metadata_invalid`: what is nested without end could not be written down to be compared.
 */
export function computeCallFingerprint(json: Pick<PlaceCallInput, 'metadata'>): string {
  checkMetadata(json.metadata ?? {});
  return createHash('sha256').update(JSON.stringify(json)).digest('hex');
}

function checkRecipientNumber(number: string): void {
  if (recipientNumberPattern.test(number)) return;
  const detail = 'A number is + and 7 to 15 digits, the first of them not zero.';
  throw new Problem('recipient_number_invalid', detail, { errors: [{ pointer: '/recipient_number', detail }] });
}

function createUnknownAgentProblem(agentId: string, archived: AgentRow | undefined): Problem {
  const detail = archived
    ? `“${archived.name}” has been archived and places no more calls.`
    : `No agent has the id ${JSON.stringify(agentId)}.`;
  return new Problem('agent_unknown', detail, { errors: [{ pointer: '/agent_id', detail }] });
}
