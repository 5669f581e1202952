import * as z from 'zod';
import { getAgentRequest } from './agent-requests.ts';
import { listInvoices } from './billing.ts';
import { callStatuses } from './call-status.ts';
import { documentStatuses, ingestProgressSchema } from './knowledge.ts';
import { roles, type Role } from './roles.ts';
import { canUseRoute, defineRoute, type Route } from './route.ts';

/** Everything a person should see change, published after its transaction commits; `type` is the SSE event's name. */
export const serviceEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('document.changed'), document_id: z.string(), status: z.enum(documentStatuses) }),
  z.object({ type: z.literal('document.progress'), document_id: z.string(), progress: ingestProgressSchema }),
  z.object({ type: z.literal('document.deleted'), document_id: z.string() }),
  z.object({ type: z.literal('call.changed'), call_id: z.string(), status: z.enum(callStatuses) }),
  /** A turn was said; `position` counts from 0. */
  z.object({ type: z.literal('call.turn_added'), call_id: z.string(), position: z.int().min(0) }),
  z.object({ type: z.literal('notes.changed'), call_id: z.string() }),
  z.object({ type: z.literal('agent.changed'), agent_id: z.string() }),
  z.object({ type: z.literal('agent_request.changed'), request_id: z.string() }),
  z.object({ type: z.literal('saved_items.changed') }),
  /** Minutes, cycles or invoices; whoever may know the figures asks for them. */
  z.object({ type: z.literal('usage.changed') }),
  z.object({ type: z.literal('usage_notice.raised'), notice_id: z.string() }),
  /** Made, rotated or revoked. */
  z.object({ type: z.literal('api_key.changed'), key_id: z.string() }),
  z.object({ type: z.literal('api_key.used'), key_id: z.string() }),
  z.object({ type: z.literal('activity.changed') }),
  /** How far a verification of the activity has come, in rows. */
  z.object({ type: z.literal('activity.verification_progress'), done: z.int().min(0), total: z.int().min(0) }),
  z.object({ type: z.literal('local_api.changed') }),
  z.object({ type: z.literal('workspaces.changed') }),
  /** What was missed cannot be told: read everything again. */
  z.object({ type: z.literal('reset') }),
]);

export type ServiceEvent = z.infer<typeof serviceEventSchema>;

/** By what operation one reads what an event names, where not every role may. */
const eventReadRoutes: Partial<Record<ServiceEvent['type'], Route>> = {
  'agent_request.changed': getAgentRequest,
  'usage_notice.raised': listInvoices,
};

/** Whether a role may be told of an event: nobody hears the ids of what they could not read. */
export function canReceiveEvent({ type }: Pick<ServiceEvent, 'type'>, role: Role): boolean {
  const subject = eventReadRoutes[type];
  return subject === undefined || canUseRoute(subject, role);
}

export const serviceEventTypes = serviceEventSchema.options.map((option) => option.shape.type.value);

export const streamEvents = defineRoute({
  id: 'streamEvents',
  method: 'get',
  path: '/events',
  summary: 'Server-sent events; Last-Event-ID resumes after a reconnect',
  tag: 'Events',
  roles,
  extension: true,
  status: 200,
  response: 'events',
  problems: [],
});
