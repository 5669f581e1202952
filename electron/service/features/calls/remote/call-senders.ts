import * as z from 'zod';
import { isCallEnded } from '../../../../../shared/calls/call-status.ts';
import { callMetadataSchema } from '../../../../../shared/calls/call-metadata.ts';
import type { OutboxRow } from '../../outbox/outbox-queries.ts';
import type { Sender } from '../../outbox/outbox.ts';
import { fetchPages } from '../../remote/fetch-pages.ts';
import { readAcceptedId, readObject } from '../../remote/read-remote.ts';
import { RemoteError } from '../../remote/remote-client.ts';
import { findByRemoteId, findRemoteItem } from '../../remote/remote-item-queries.ts';
import type { RemoteLink } from '../../remote/remote-link.ts';
import { callReader } from '../../remote/remote-schemas.ts';
import { findCall, type CallRow } from '../call-queries.ts';
import {
  findListPosition,
  hasOtherUnansweredPlacement,
  listSeenCallsSince,
  storeRemoteResult,
} from './remote-call-queries.ts';
import { linkPlacedCall, publishCallChange, storeFetchedCall, type RemoteCallStorage } from './store-remote-call.ts';

type SenderDependencies = RemoteCallStorage & { readonly link: RemoteLink };

const payloadSchema = z.object({
  /** The local ID. */
  agent_id: z.string(),
  recipient_number: z.string(),
  metadata: callMetadataSchema,
  /** When the list of the remote was last read in full before the call was queued; null if it was not. */
  listReadAt: z.number().nullable().default(null),
});

export type PlaceCallPayload = z.output<typeof payloadSchema>;

/**
 * Places calls through the remote. If the response is lost, a call is sent again automatically only to a remote that honours
 * Idempotency-Key: otherwise a person could be called twice.
 */
export function createPlaceCallSender(dependencies: SenderDependencies): Sender {
  const { db, orgId, context, link } = dependencies;

  /** Returns the payload with the ID that the remote gave to the agent. */
  const readCall = ({ payload }: OutboxRow) => {
    const call = payloadSchema.parse(JSON.parse(payload));
    return { ...call, remoteAgentId: findRemoteItem(db, 'agent', call.agent_id)?.remote_id };
  };

  return {
    isRepeatable: false,
    send: async (item, signal, client) => {
      const { remoteAgentId, recipient_number, metadata } = readCall(item);
      if (remoteAgentId === undefined)
        throw new RemoteError('rejected', 'The remote does not have this agent.', { wasSent: false });
      const { body } = await client.request({
        method: 'POST',
        path: '/calls/outbound',
        json: { agent_id: remoteAgentId, recipient_number, metadata },
        idempotencyKey: item.item_id,
        signal,
      });
      const callId = readAcceptedId(body, 'call_id');
      return () => linkCall(dependencies, item, callId);
    },
    onState: (item, state, reason) => {
      const call = findCall(db, orgId, item.subject_id);
      if (!call) return;
      if (state === 'rejected') endCall(dependencies, call, 'failed', reason ?? 'The remote refused the call.');
      else if (state === 'canceled' && !isCallEnded(call.status))
        endCall(dependencies, call, 'canceled', reason ?? 'The call was canceled before it was sent.');
      else if (isCallEnded(call.status) && state !== 'canceled') reopenCall(dependencies, call);
      else publishCallChange(dependencies, call);
    },
    complete: (item, remoteId) => {
      if (remoteId !== null) return linkCall(dependencies, item, remoteId);
      const call = findCall(db, orgId, item.subject_id);
      if (!call) return;
      const reason = 'A user marked this call as placed without its ID on the remote, so its result cannot be fetched.';
      storeRemoteResult(db, call.id, { ...call, status: 'completed', reason, ended_at: context.now() });
      publishCallChange(dependencies, { ...call, status: 'completed' });
    },
    check: async (item, signal) => {
      const { agent_id: agentId, remoteAgentId, listReadAt } = readCall(item);
      const client = await link.getClient();
      const position = findListPosition(db);
      const sentAt = item.first_sent_at;
      // Without a complete list from before, every call of the list could be an older one.
      const canTellApart = client.capabilities.call_list && position !== null && sentAt !== null;
      if (!canTellApart || position.completeSince > sentAt) return null;
      const listed: string[] = [];
      const request = { reader: callReader, path: '/calls', remoteOrgId: link.remoteOrgId, signal };
      for await (const { items } of fetchPages(client, request)) {
        const end = items.findIndex(({ call_id }) => call_id === position.newestId);
        for (const call of end >= 0 ? items.slice(0, end) : items)
          if (call.agent_id === remoteAgentId) listed.push(call.call_id);
        if (end >= 0) break;
      }
      // Another call may have been sent, and its response stored, while the list was read.
      if (hasOtherUnansweredPlacement(db, { agentId, itemId: item.item_id, listReadAt })) return null;
      const seen = listSeenCallsSince(db, agentId, sentAt).map((call) => call.remote_id);
      const isNew = (callId: string) => findByRemoteId(db, 'call', callId) === undefined;
      const found = new Set([...seen, ...listed.filter(isNew)]);
      const [callId, ...others] = found;
      return callId === undefined || others.length > 0 ? null : () => linkCall(dependencies, item, callId);
    },
  };
}

/** Cancels calls on a remote that can. Canceling twice has no effect. */
export function createCancelCallSender(dependencies: SenderDependencies): Sender {
  const { db, link } = dependencies;
  return {
    isRepeatable: true,
    send: async (item, signal, client) => {
      const remoteId = findRemoteItem(db, 'call', item.subject_id)?.remote_id;
      if (remoteId === undefined)
        throw new RemoteError('rejected', 'The remote does not have this call.', { wasSent: false });
      const path = `/calls/${encodeURIComponent(remoteId)}/cancel`;
      const { body, etag } = await client.request({
        method: 'POST',
        path,
        json: {},
        idempotencyKey: item.item_id,
        signal,
      });
      const reading = readObject(callReader, body, { requestedId: remoteId, remoteOrgId: link.remoteOrgId });
      return () => {
        if (reading.isValid)
          storeFetchedCall(dependencies, item.subject_id, { remote: reading.value, etag, timeline: null });
      };
    },
    onState: (item) => {
      const call = findCall(db, dependencies.orgId, item.subject_id);
      if (call) publishCallChange(dependencies, call);
    },
    // The next refresh shows whether it was canceled.
    complete: () => {},
  };
}

function linkCall(dependencies: SenderDependencies, item: OutboxRow, remoteId: string): void {
  const call = findCall(dependencies.db, dependencies.orgId, item.subject_id);
  if (call) linkPlacedCall(dependencies, isCallEnded(call.status) ? reopenCall(dependencies, call) : call, remoteId);
}

function endCall(dependencies: SenderDependencies, call: CallRow, status: 'failed' | 'canceled', reason: string): void {
  storeRemoteResult(dependencies.db, call.id, { ...call, status, reason, ended_at: dependencies.context.now() });
  publishCallChange(dependencies, { ...call, status });
}

/** A call that the remote had refused is sent again. */
function reopenCall(dependencies: SenderDependencies, call: CallRow): CallRow {
  const queued: CallRow = { ...call, status: 'queued', reason: null, ended_at: null };
  storeRemoteResult(dependencies.db, call.id, queued);
  publishCallChange(dependencies, queued);
  return queued;
}
