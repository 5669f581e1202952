import { isCallEnded } from '../../../../../shared/calls/call-status.ts';
import { appRoutes } from '../../../../../shared/contract/contract.ts';
import { limits } from '../../../../../shared/contract/limits.ts';
import { Problem } from '../../../../../shared/contract/problems.ts';
import type { Route } from '../../../../../shared/contract/route.ts';
import { formatTimestamp } from '../../../../../shared/contract/timestamp.ts';
import type { RequestContext } from '../../../platform/http/request-context.ts';
import { bindRoute, type RouteTree } from '../../../platform/http/route-tree.ts';
import { ensureAgent } from '../../agents/remote-agents.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import { findRemoteItem } from '../../remote/remote-item-queries.ts';
import { hasCalledSince, type CallRow } from '../call-queries.ts';
import {
  describeNumber,
  checkCallInput,
  formatPlacedCallLabel,
  storeCall,
  type PlaceCallInput,
} from '../place-call.ts';
import { requireCall } from '../require-call.ts';
import { findListPosition, storeRemoteResult } from './remote-call-queries.ts';
import type { PlaceCallPayload } from './outbox-payloads.ts';
import type { RemoteCalls } from './remote-calls.ts';

/** Adds the routes of the window for calls that a remote makes. */
export function addRemoteCallRoutes(tree: RouteTree<RemoteCallServices>): void {
  bindRoute(tree, appRoutes.placeRemoteCall, (ctx) => {
    const { outbox } = requireLink(ctx.services);
    return ctx.commitOnce(checkCallInput(ctx.json), () => {
      const { remote_agent_id, agent_id: localId = '', ...input } = ctx.json;
      const agent_id = remote_agent_id === undefined ? localId : ensureAgent(ctx, remote_agent_id);
      return queueRemoteCall(ctx, outbox, { ...input, agent_id });
    });
  });

  bindRoute(tree, appRoutes.importCalls, async ({ services, request, json }) => {
    const { remoteCalls } = requireLink(services);
    return { body: await remoteCalls.importCalls(json.ids, request.signal) };
  });

  bindRoute(
    tree,
    appRoutes.fetchRecording,
    ({ services, found: call }) => {
      const { remoteCalls } = requireLink(services);
      remoteCalls.fetchRecording(call);
      return { body: { is_fetching: remoteCalls.isFetchingRecording(call.call_id) } };
    },
    requireCall,
  );

  bindRoute(
    tree,
    appRoutes.shiftTurnTimes,
    ({ services, found: call, json }) => {
      const { remoteCalls } = requireLink(services);
      if (!remoteCalls.shiftTurnTimes(call, json.seconds))
        throw new Problem('not_available_on_remote', 'The times of this transcript are not estimated.');
      return { body: { times: 'estimated' as const } };
    },
    requireCall,
  );
}

function requireLink({ outbox, remoteCalls }: RemoteCallServices) {
  if (!outbox || !remoteCalls) throw new Problem('not_linked', 'This workspace is not linked to a remote.');
  return { outbox, remoteCalls };
}

export type RemoteCallServices = { readonly outbox: Outbox | null; readonly remoteCalls: RemoteCalls | null };

type QueueContext = Pick<
  RequestContext<Route>,
  'db' | 'orgId' | 'context' | 'principal' | 'events' | 'setAuditSubject'
>;

type RemoteCallInput = Omit<PlaceCallInput, 'mode' | 'persona' | 'speed'>;

/**
 * Stores a call for the remote in the open transaction, and returns the response. The call is sent after the commit. With
 * `holdsDuplicate`, a call to a number that the agent has just called is stored but not sent: it waits for a decision. Throws the
 * same problems as a local call.
 */
export function queueRemoteCall(
  ctx: QueueContext,
  outbox: Outbox,
  { holdsDuplicate = false, ...input }: RemoteCallInput & { readonly holdsDuplicate?: boolean },
) {
  const { db, orgId, context, events, principal } = ctx;
  const { agent_id, metadata = {} } = input;
  const now = context.now();
  const isHeld = holdsDuplicate && hasCalledSince(db, orgId, input, now - limits.duplicateCallMs);
  const call = storeCall(ctx, {
    ...input,
    allow_duplicate: input.allow_duplicate || holdsDuplicate,
    mode: 'remote',
    persona: null,
    speed: 'fast',
  });
  const { call_id, agent_name, recipient_number } = call;
  ctx.setAuditSubject({ label: formatPlacedCallLabel(call) });
  const sendNotAfter = now + limits.callWaitMs;
  outbox.add({
    kind: 'place_call',
    subjectId: call_id,
    label: recipient_number,
    payload: {
      agent_id,
      recipient_number,
      metadata,
      listReadAt: findListPosition(db)?.readAt ?? null,
    } satisfies PlaceCallPayload,
    placedBy: principal.keyId,
    orgId,
    sendNotAfter,
    ...(isHeld && { heldReason: `“${agent_name}” called ${recipient_number} less than ten minutes ago.` }),
  });
  events.publish({ type: 'call.changed', call_id, status: 'queued' }, orgId);
  const message = isHeld
    ? `“${agent_name}” called ${recipient_number} less than ten minutes ago. The call waits for your decision.`
    : `The call is queued. The remote places it as soon as it can be reached. If it cannot be sent by ${formatTimestamp(sendNotAfter)}, it waits for your decision.`;
  return {
    body: { call_id, status: 'queued' as const, message: message + describeNumber(input, call) },
    headers: { Location: `/v1/calls/${call_id}` },
  };
}

/**
 * Cancels a call of a linked workspace in the open transaction. A call that was not sent is no longer sent; the remote is
 * asked to cancel a call that it has. Throws Problem `not_cancelable` or `not_available_on_remote`.
 */
export function cancelRemoteCall(
  { db, orgId, context, events, principal }: QueueContext,
  { outbox, remoteCalls }: RemoteCallServices,
  call: CallRow,
): void {
  const { call_id } = call;
  if (isCallEnded(call.status))
    throw new Problem('not_cancelable', `This call has already ended (status: ${call.status}).`);
  if (!outbox || !remoteCalls)
    throw new Problem('not_available_on_remote', 'This workspace is no longer linked, so the call cannot be canceled.');
  if (outbox.cancelUnsent(call_id)) {
    const reason = 'The call was canceled before it was sent.';
    storeRemoteResult(db, call.id, { ...call, status: 'canceled', reason, ended_at: context.now() });
    events.publish({ type: 'call.changed', call_id, status: 'canceled' }, orgId);
    return;
  }
  const pending = outbox.findOpen(call_id);
  if (pending?.kind === 'cancel_call') return;
  if (pending?.state === 'unknown')
    throw new Problem(
      'not_cancelable',
      'It is not known whether the remote placed this call. Check it, send it again or mark it as done first.',
    );
  if (!remoteCalls.capabilities.cancel_call)
    throw new Problem('not_available_on_remote', 'The remote cannot cancel calls.');
  if (!pending && !findRemoteItem(db, 'call', call_id))
    throw new Problem('not_available_on_remote', 'The ID of this call on the remote is not known.');
  const label = call.recipient_number;
  outbox.add({ kind: 'cancel_call', subjectId: call_id, label, payload: {}, placedBy: principal.keyId, orgId });
  events.publish({ type: 'call.changed', call_id, status: call.status }, orgId);
}
