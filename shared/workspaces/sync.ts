import * as z from 'zod';
import { limits } from '../contract/limits.ts';
import { roles } from '../contract/roles.ts';
import { defineRoute } from '../contract/route.ts';
import { timestampSchema } from '../contract/timestamp.ts';
import { toPlainToken } from '../text/plain-text.ts';

/** The changes that a linked workspace sends to its remote. */
export const outboxKinds = [
  'upload_document',
  'delete_document',
  'change_document',
  'replace_document',
  'place_call',
  'cancel_call',
  'submit_request',
  'update_reviews',
  'write_note',
  'correct_outcome',
  'update_follow_up',
  'score_call',
  'change_criterion',
  'change_saved_item',
] as const;

export type OutboxKind = (typeof outboxKinds)[number];

/**
 * `in_flight` is stored before the first byte is sent. `held` waits for a decision before it is sent; `unknown` was sent,
 * but the response does not show whether the remote made it. `rejected` was refused by the remote.
 */
export const outboxStates = ['queued', 'in_flight', 'held', 'unknown', 'rejected', 'done', 'canceled'] as const;

export type OutboxState = (typeof outboxStates)[number];

const openStateSchema = z.enum(outboxStates).exclude(['done', 'canceled']);

export type OpenOutboxState = z.infer<typeof openStateSchema>;

/** The states that need a decision of the user. */
export const decisionStates = ['held', 'unknown', 'rejected'] as const satisfies readonly OutboxState[];

/**
 * `send` sends it now, or again; `cancel` ends it; `mark_done` stores it as done, with the ID that the remote gave it;
 * `check` asks the remote whether it was done; `edit` opens the form with its content.
 */
export const outboxActions = ['send', 'check', 'mark_done', 'edit', 'cancel'] as const;

export type OutboxAction = (typeof outboxActions)[number];

const itemIdSchema = z.string().max(limits.idLength);

export const outboxItemSchema = z.object({
  item_id: itemIdSchema,
  kind: z.enum(outboxKinds),
  state: z.enum(outboxStates),
  /** The local ID of the document, call, build request, note, criterion or saved item. See also `formatReviewSubject` and `formatScoreSubject`. */
  subject_id: z.string(),
  /** Names the subject, such as with the title of a document. */
  label: z.string(),
  /** Why it waits, or the remote's response, as a sentence. */
  reason: z.string().nullable(),
  attempts: z.int().min(0),
  queued_at: timestampSchema,
  /** When it is sent next; null if it is sent as soon as possible, or waits for a decision. */
  next_attempt_at: timestampSchema.nullable(),
  /** A call that was not sent by then needs a decision of the user. */
  send_not_after: timestampSchema.nullable(),
  /** Whether the document of an upload stays on this computer if the upload is canceled; false for all other changes. */
  keeps_document: z.boolean(),
  actions: z.array(z.enum(outboxActions)),
});

export type OutboxItem = z.infer<typeof outboxItemSchema>;

const openOutboxItemSchema = outboxItemSchema.extend({ state: openStateSchema });

/** A change that is neither done nor canceled. */
export type OpenOutboxItem = z.infer<typeof openOutboxItemSchema>;

/** The fields that the record of a document, call or build request has in addition. Both are null unless the workspace is linked. */
export const syncFieldsSchema = z.object({
  /** What is known from the remote. */
  remote: z
    .object({
      /** The ID that the remote gave it; null until it has one. */
      id: z.string().nullable(),
      /** A status that this application does not know, as sent by the remote. It is shown instead of the status of the record. */
      status: z.string().nullable(),
      /** Why it could not be refreshed, as a sentence. */
      error: z.string().nullable(),
      fetched_at: timestampSchema.nullable(),
    })
    .nullable(),
  /** The change that is sent to the remote next. */
  pending: openOutboxItemSchema.nullable(),
});

export type SyncFields = z.infer<typeof syncFieldsSchema>;

export const noSyncFields: SyncFields = { remote: null, pending: null };

/**
 * `paused`: the remote refused the API key. `wrong_organization`: the remote does not have the organization. `offline`: it could not be reached. `waiting`: changes wait for their next attempt.
 * `out_of_date`: a part could not be refreshed.
 */
export const syncStates = [
  'up_to_date',
  'syncing',
  'waiting',
  'out_of_date',
  'needs_you',
  'offline',
  'paused',
  'wrong_organization',
] as const;

export type SyncState = (typeof syncStates)[number];

/** The parts of the mirror, which are refreshed one by one. */
export const syncPartIds = [
  'organization',
  'members',
  'documents',
  'agents',
  'calls',
  'requests',
  'call_details',
  'shared_work',
  'usage',
  'invoices',
] as const;

export type SyncPartId = (typeof syncPartIds)[number];

/** `up_to_date` only if nothing waits, nothing needs a decision and the last refresh of every part that the key can read succeeded. */
export const syncStatusSchema = z.object({
  state: z.enum(syncStates),
  /** When this state began. */
  since: timestampSchema,
  /** Why it is offline or paused, or which part could not be refreshed, as a sentence. */
  reason: z.string().nullable(),
  /** Changes that are queued or in flight. */
  waiting: z.int().min(0),
  /** Changes that are held, unknown or rejected. */
  needs_you: z.int().min(0),
  /** When the remote was last reached. */
  reached_at: timestampSchema.nullable(),
  /** When each part was last refreshed in full. */
  parts: z.array(
    z.object({
      name: z.enum(syncPartIds),
      refreshed_at: timestampSchema.nullable(),
      error: z.string().nullable(),
      /** The items that could not be read by the last refresh; 0 if it failed as a whole. */
      unread_items: z.int().min(0),
      /** Whether the API key can read it, according to the remote's last response. */
      is_permitted: z.boolean(),
    }),
  ),
});

export type SyncStatus = z.infer<typeof syncStatusSchema>;

const common = { tag: 'Sync', roles, extension: true, status: 200 } as const;

const writeRoles = ['admin', 'manager'] as const;

export const getSyncStatus = defineRoute({
  ...common,
  id: 'getSyncStatus',
  method: 'get',
  path: '/sync',
  summary: 'Get the sync status',
  description: 'Null for a workspace that is not linked.',
  response: z.object({ status: syncStatusSchema.nullable() }),
  problems: ['no_workspace'],
});

/** Newest first. */
export const listOutboxItems = defineRoute({
  ...common,
  id: 'listOutboxItems',
  method: 'get',
  path: '/outbox',
  summary: 'List changes that wait for the remote',
  response: z.object({ data: z.array(openOutboxItemSchema) }),
  problems: ['no_workspace'],
});

const itemParams = z.object({ item_id: itemIdSchema });

const itemCommon = {
  ...common,
  roles: writeRoles,
  method: 'post',
  params: itemParams,
  response: outboxItemSchema,
  problems: ['no_workspace', 'outbox_item_not_found', 'outbox_action_unavailable'],
} as const;

export const sendOutboxItem = defineRoute({
  ...itemCommon,
  id: 'sendOutboxItem',
  path: '/outbox/{item_id}/send',
  summary: 'Send a waiting change now',
});

export const cancelOutboxItem = defineRoute({
  ...itemCommon,
  id: 'cancelOutboxItem',
  path: '/outbox/{item_id}/cancel',
  summary: 'Cancel a waiting change',
});

export const checkOutboxItem = defineRoute({
  ...itemCommon,
  id: 'checkOutboxItem',
  path: '/outbox/{item_id}/check',
  summary: 'Check whether a change was made',
  description: 'Asks the remote whether it made a change whose outcome is unknown.',
});

export const completeOutboxItem = defineRoute({
  ...itemCommon,
  id: 'completeOutboxItem',
  path: '/outbox/{item_id}/complete',
  summary: 'Mark a change as made',
  problems: [...itemCommon.problems, 'remote_id_taken'],
  json: z.object({
    /** The ID that the remote gave to the document, call or build request; empty if it is not known. */
    remote_id: z.string().overwrite(toPlainToken).max(limits.idLength).default(''),
  }),
});

/** Sends everything that waits and refreshes everything, without waiting for the next attempt. */
export const syncNow = defineRoute({
  ...common,
  id: 'syncNow',
  method: 'post',
  path: '/sync/now',
  summary: 'Sync now',
  readOnly: true,
  response: z.object({ status: syncStatusSchema }),
  problems: ['no_workspace', 'not_linked'],
});

/** Returns the `subject_id` of a call's review, or of a change of several reviews, which has an ID of its own. */
export function formatReviewSubject(id: string): string {
  return `review:${id}`;
}

/** Returns the `subject_id` of the outcome of a call. */
export function formatOutcomeSubject(callId: string): string {
  return `outcome:${callId}`;
}

/** Returns the `subject_id` of a follow-up. */
export function formatFollowUpSubject(callId: string, followUp: string): string {
  return `follow-up:${callId}:${followUp}`;
}

/** Returns the `subject_id` of a score. */
export function formatScoreSubject(callId: string, criterionId: string): string {
  return `score:${callId}:${criterionId}`;
}
