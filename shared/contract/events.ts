import * as z from 'zod';
import { backupTaskSchema } from '../workspaces/backups.ts';
import { callStatuses } from '../calls/call-status.ts';
import { documentStatuses, ingestProgressSchema } from '../knowledge/knowledge.ts';
import { roles } from './roles.ts';
import { defineRoute } from './route.ts';

/** The events for which the window shows a notification, even if their workspace is not open. */
export const notifiedEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('document.changed'), document_id: z.string(), status: z.enum(documentStatuses) }),
  z.object({ type: z.literal('call.changed'), call_id: z.string(), status: z.enum(callStatuses) }),
  z.object({ type: z.literal('agent_request.changed'), request_id: z.string() }),
  z.object({ type: z.literal('usage_notice.raised'), notice_id: z.string() }),
  /** A change for the remote needs a decision of the user. */
  z.object({ type: z.literal('outbox_item.undecided'), item_id: z.string() }),
  /** The remote refuses the API key, or none is stored. */
  z.object({ type: z.literal('connection.refused') }),
]);

/** Changes that the interface shows, published after the transaction commits. `type` is the name of the SSE event. */
export const serviceEventSchema = z.discriminatedUnion('type', [
  ...notifiedEventSchema.options,
  /** An event of a linked workspace that syncs in the background. Every other event is of the open workspace or of none. */
  z.object({
    type: z.literal('background.event'),
    workspace_id: z.string(),
    workspace_name: z.string(),
    event: notifiedEventSchema,
  }),
  z.object({ type: z.literal('document.progress'), document_id: z.string(), progress: ingestProgressSchema }),
  z.object({ type: z.literal('document.deleted'), document_id: z.string() }),
  /** The title, the labels or the versions of a document. */
  z.object({ type: z.literal('document_details.changed'), document_id: z.string() }),
  /** `position` counts from 0. */
  z.object({ type: z.literal('call.turn_added'), call_id: z.string(), position: z.int().min(0) }),
  /**
   * A sentence of the agent in a practice call can be heard. `position` is the one that the turn will have, `text` what the agent has said
   * in it up to now.
   */
  z.object({
    type: z.literal('call.speech_added'),
    call_id: z.string(),
    position: z.int().min(0),
    sentence: z.int().min(0),
    text: z.string(),
  }),
  z.object({ type: z.literal('notes.changed'), call_id: z.string() }),
  z.object({ type: z.literal('recipient_name_rule.changed') }),
  /** Tags, review state or assignee. Without an ID, of many calls. */
  z.object({ type: z.literal('call_review.changed'), call_id: z.string().nullable() }),
  /** A reviewer corrected the outcome or a captured field of this call. */
  z.object({ type: z.literal('call_outcome.changed'), call_id: z.string() }),
  /** A call promised something, or somebody marked or snoozed it. */
  z.object({ type: z.literal('follow_ups.changed'), call_id: z.string() }),
  /** A reviewer decided a criterion of this call, or removed a decision. */
  z.object({ type: z.literal('scorecard.changed'), call_id: z.string() }),
  z.object({ type: z.literal('scorecard_criteria.changed') }),
  z.object({ type: z.literal('do_not_call.changed') }),
  /** The search model, its progress, or whether it can be used. */
  z.object({ type: z.literal('search_model.changed') }),
  z.object({ type: z.literal('language_model.changed') }),
  z.object({ type: z.literal('speech_server.changed') }),
  /** Unanswered questions were embedded or resolved. */
  z.object({ type: z.literal('knowledge_gaps.changed') }),
  /** Passages were compared. */
  z.object({ type: z.literal('contradictions.changed') }),
  /** The profile of the organization, or its members. */
  z.object({ type: z.literal('organization.changed') }),
  z.object({ type: z.literal('agent.changed'), agent_id: z.string() }),
  z.object({ type: z.literal('saved_items.changed') }),
  /** Usage, cycles or invoices changed. Contains no amounts: clients with access fetch them. */
  z.object({ type: z.literal('usage.changed') }),
  /** Created, rotated or revoked. */
  z.object({ type: z.literal('api_key.changed'), key_id: z.string() }),
  z.object({ type: z.literal('api_key.used'), key_id: z.string() }),
  z.object({ type: z.literal('activity.changed') }),
  /** Progress of a verification of the audit log, in entries. */
  z.object({ type: z.literal('activity.verification_progress'), done: z.int().min(0), total: z.int().min(0) }),
  /** The sync status or the changes that wait for the remote. */
  z.object({ type: z.literal('sync.changed') }),
  z.object({ type: z.literal('connection.changed') }),
  z.object({ type: z.literal('local_api.changed') }),
  z.object({ type: z.literal('workspaces.changed') }),
  z.object({ type: z.literal('settings.changed') }),
  /** The last event of every stream of the window. */
  z.object({ type: z.literal('window.locked') }),
  /** A backup was added, verified or deleted, a setting changed, or a task ended. */
  z.object({ type: z.literal('backups.changed') }),
  z.object({ type: z.literal('backup.progress'), task: backupTaskSchema }),
  /** Missed events are no longer available: refetch everything. */
  z.object({ type: z.literal('reset') }),
]);

export type NotifiedEvent = z.infer<typeof notifiedEventSchema>;

export type ServiceEvent = z.infer<typeof serviceEventSchema>;

export const serviceEventTypes = serviceEventSchema.options.map((option) => option.shape.type.value);

export const streamEvents = defineRoute({
  id: 'streamEvents',
  method: 'get',
  path: '/events',
  summary: 'Stream events',
  description: 'Sends server-sent events. Send Last-Event-ID to resume after a reconnect.',
  tag: 'Events',
  roles,
  extension: true,
  status: 200,
  response: 'events',
  problems: [],
});
