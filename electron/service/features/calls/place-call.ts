// Public: other features may import this file.
import type * as z from 'zod';
import type { Persona } from '../../../../shared/agents/personas.ts';
import type { CallMode } from '../../../../shared/calls/call-filter.ts';
import { findMetadataErrors, type CallMetadata } from '../../../../shared/calls/call-metadata.ts';
import type { newCallSchema } from '../../../../shared/calls/calls.ts';
import type { SimulationSpeed } from '../../../../shared/calls/simulated-calls.ts';
import { limits } from '../../../../shared/contract/limits.ts';
import { describeUnusualNumber, normalizePhoneNumber } from '../../platform/phone-numbers.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import type { Route } from '../../../../shared/contract/route.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { practiceSuffix, queuedSuffix, trialSuffix } from '../activity/describe-activity.ts';
import { findAgent, type AgentRow } from '../agents/agent-queries.ts';
import { checkRecipientNumber, findEntryByNumber, createListedProblem } from '../do-not-call/do-not-call-list.ts';
import { hasCalledSince, insertCall, type NewCall, type Trial } from './call-queries.ts';

export type PlaceCallInput = z.output<typeof newCallSchema> & {
  readonly mode: CallMode;
  readonly persona: Persona | null;
  readonly speed: SimulationSpeed;
  /** Present if the call tries a draft. */
  readonly trial?: Trial | undefined;
  /** Allows a call to a number that the agent has just called. */
  readonly allow_duplicate: boolean;
  /** Why an Admin calls a number on the do-not-call list. */
  readonly do_not_call_override?: string | undefined;
};

/** A call that is stored as queued. */
type PlacedCall = NewCall & { readonly id: number };

/** The part of `Calls` that starts a call. */
type CallStarter = { readonly calls: { readonly start: (call: PlacedCall) => void } };

type PlaceCallContext = Pick<
  RequestContext<Route, CallStarter>,
  'db' | 'context' | 'principal' | 'services' | 'setAuditSubject'
>;

/**
 * Stores a call in the open transaction and returns the response. The call starts when the transaction commits. Throws
 * Problem 422 for an invalid or listed number, an unknown agent or invalid metadata, and `duplicate_call`.
 */
export function placeAndStartCall(ctx: PlaceCallContext, input: PlaceCallInput) {
  const call = storeCall(ctx, input);
  const { call_id, agent_name, recipient_number } = call;
  ctx.setAuditSubject({ label: formatPlacedCallLabel(call) });
  ctx.services.calls.start(call);
  return {
    body: {
      call_id,
      status: 'queued' as const,
      message: call.trial
        ? `“${agent_name}” is tried as a draft. It is free, and no real call is placed.`
        : call.mode === 'practice'
          ? `Practice call with “${agent_name}”. It is free, and no real call is placed.`
          : `“${agent_name}” is calling ${recipient_number}. Simulated: no real call is placed.${describeNumber(input, call)}`,
    },
    headers: { Location: `/v1/calls/${call_id}` },
  };
}

/** Returns a sentence, after a space, if the number of a request was changed or may not exist; otherwise an empty text. */
export function describeNumber(
  { recipient_number: requested }: Pick<PlaceCallInput, 'recipient_number'>,
  { recipient_number: number }: Pick<NewCall, 'recipient_number'>,
): string {
  if (requested !== number) return ` The trunk prefix of ${requested} was removed.`;
  const unusual = describeUnusualNumber(number);
  return unusual === null ? '' : ` Check the number: ${unusual.charAt(0).toLowerCase()}${unusual.slice(1)}`;
}

const suffixes: Readonly<Record<CallMode, string>> = {
  simulated: '',
  practice: practiceSuffix,
  trial: trialSuffix,
  remote: queuedSuffix,
};

/** Formats a call with the reason for an override, before which a long name of an agent is shortened. */
export function formatPlacedCallLabel({
  agent_name,
  recipient_number,
  do_not_call_override,
  mode,
  trial,
}: Pick<NewCall, 'agent_name' | 'recipient_number' | 'do_not_call_override' | 'mode' | 'trial'>): string {
  const override = do_not_call_override ? ` (do-not-call override: “${do_not_call_override}”)` : '';
  const rest = ` to ${recipient_number}${override}${trial ? trialSuffix : suffixes[mode]}`;
  return agent_name.slice(0, limits.auditSubjectLength - rest.length) + rest;
}

/** Formats a call for the audit log. The number is empty if the remote does not give it. */
export function formatCallLabel({
  agent_name,
  recipient_number,
}: Pick<NewCall, 'agent_name' | 'recipient_number'>): string {
  return recipient_number === '' ? agent_name : `${agent_name} to ${recipient_number}`;
}

/** Returns the input for `commitOnce`, which would fail on metadata with too many levels. Throws Problem `metadata_invalid`. */
export function checkCallInput<Input extends Pick<PlaceCallInput, 'metadata'>>(input: Input): Input {
  checkMetadata(input.metadata ?? {});
  return input;
}

/** Stores a queued call in the open transaction. Throws the problems of `placeAndStartCall`. */
export function storeCall(
  { db, context, principal, setAuditSubject }: Omit<PlaceCallContext, 'services'>,
  input: PlaceCallInput,
): PlacedCall {
  const { agent_id, metadata = {}, mode, persona, speed, trial } = input;
  const { orgId } = principal;
  checkRecipientNumber(input.recipient_number);
  const recipient_number = normalizePhoneNumber(input.recipient_number);
  const agent = findAgent(db, orgId, agent_id);
  // The agent of a build request in its acceptance test can only be tried.
  const canCall = agent?.status === 'active' || (agent?.status === 'uat' && trial?.requestId);
  if (!agent || !canCall) throw createAgentProblem(agent_id, agent);
  const named = { agent_name: trial?.definition.name ?? agent.name, recipient_number, mode, ...(trial && { trial }) };
  // A call that is refused from here on is recorded with its number, too.
  setAuditSubject({ label: formatPlacedCallLabel({ ...named, do_not_call_override: null }) });
  checkMetadata(metadata);
  const listed = findEntryByNumber(db, orgId, recipient_number);
  const override = listed ? (input.do_not_call_override ?? null) : null;
  if (listed && override === null) throw createListedProblem(listed);
  if (override !== null && principal.role !== 'admin')
    throw new Problem('forbidden', 'Only an Admin can call a number on the do-not-call list.');
  const created_at = context.now();
  const call: NewCall = {
    call_id: context.newId('call'),
    org_id: orgId,
    agent_id,
    persona,
    speed,
    placed_by: principal.keyId,
    created_at,
    metadata,
    do_not_call_override: override,
    ...named,
  };
  const canRepeat = input.allow_duplicate || mode === 'practice' || trial !== undefined;
  if (!canRepeat && hasCalledSince(db, orgId, call, created_at - limits.duplicateCallMs))
    throw new Problem('duplicate_call', `“${agent.name}” called ${recipient_number} less than ten minutes ago.`);
  return { ...call, id: insertCall(db, call) };
}

function createAgentProblem(agentId: string, archivedAgent: AgentRow | undefined): Problem {
  const detail =
    archivedAgent?.status === 'archived'
      ? `“${archivedAgent.name}” is archived and cannot place calls.`
      : `There is no agent with the ID ${JSON.stringify(agentId)}.`;
  return new Problem('agent_unknown', detail, { errors: [{ pointer: '/agent_id', detail }] });
}

/** Throws Problem `metadata_invalid` if the metadata is too large, too deeply nested or has an invalid name. */
export function checkMetadata(metadata: CallMetadata): void {
  const errors = findMetadataErrors(metadata);
  if (errors.length === 0) return;
  throw new Problem('metadata_invalid', `The metadata is invalid: ${errors[0]?.detail}`, { errors });
}
