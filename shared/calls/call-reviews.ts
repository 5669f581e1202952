import * as z from 'zod';
import { callFilterSchema } from './call-filter.ts';
import { authoredReviewSchema, reviewStates, tagSchema } from './call-review-fields.ts';
import { callExportFormats, callParams, placeCallRoles } from './calls.ts';
import { limits } from '../contract/limits.ts';
import { roles } from '../contract/roles.ts';
import { defineRoute } from '../contract/route.ts';

/** A field that is left out keeps its value. Tags are added after others were removed. */
export const reviewChangeSchema = z.object({
  add_tags: z.array(tagSchema).max(limits.tagsPerCall).optional(),
  remove_tags: z.array(tagSchema).max(limits.tagsPerCall).optional(),
  review_state: z.enum(reviewStates).optional(),
  /** The `user_id` of a member; null if the call is not assigned. */
  assignee_id: z.string().max(limits.idLength).nullable().optional(),
  /** The `user_id` of the member who makes the change. Without it, the API key counts as the author. */
  author_id: z.string().max(limits.idLength).optional(),
});

export type ReviewChange = z.infer<typeof reviewChangeSchema>;

/** The IDs of calls that one request can change or export. */
const callIdsSchema = z.array(callParams.shape.call_id).min(1).max(limits.reviewedCallIds);

/** Why the review of a call was not changed. */
export const skipReasons = ['not_found', 'too_many_tags'] as const;

/** A change that restores the earlier reviews of calls which had the same ones. */
const reviewUndoSchema = z.object({
  ids: z.array(z.string()),
  add_tags: z.array(z.string()).optional(),
  remove_tags: z.array(z.string()).optional(),
  review_state: z.enum(reviewStates).optional(),
  assignee_id: z.string().nullable().optional(),
});

export type ReviewUndo = z.infer<typeof reviewUndoSchema>;

const common = { tag: 'Call review', roles: placeCallRoles, extension: true, status: 200 } as const;

export const updateCallReview = defineRoute({
  ...common,
  id: 'updateCallReview',
  method: 'patch',
  path: '/calls/{call_id}/review',
  summary: 'Update the review of a call',
  description: 'Changes its tags, its review state or its assignee.',
  params: callParams,
  json: reviewChangeSchema,
  response: authoredReviewSchema,
  ifMatch: true,
  problems: ['call_not_found', 'too_many_tags', 'assignee_unknown', 'author_unknown'],
});

const callSelectionSchema = z.union([z.object({ ids: callIdsSchema }), z.object({ filter: callFilterSchema })]);

export type CallSelection = z.infer<typeof callSelectionSchema>;

export const updateCallReviews = defineRoute({
  ...common,
  id: 'updateCallReviews',
  method: 'post',
  path: '/call-reviews',
  summary: 'Update the review of many calls',
  description: 'Changes these calls, except those that do not exist or would have too many tags.',
  json: reviewChangeSchema.extend({ calls: callSelectionSchema }),
  response: z.object({
    /** The number of calls that were selected and exist. */
    total: z.int().min(0),
    /** The number of calls whose review is different now. */
    changed: z.int().min(0),
    skipped: z.array(z.object({ call_id: z.string(), reason: z.enum(skipReasons) })),
    /** Empty if a filter selected the calls, because there can be many. */
    undo: z.array(reviewUndoSchema),
  }),
  problems: ['assignee_unknown', 'author_unknown'],
});

export type BulkReviewResult = z.infer<typeof updateCallReviews.response>;

export const exportSelectedCalls = defineRoute({
  ...common,
  id: 'exportSelectedCalls',
  method: 'post',
  path: '/call-exports',
  summary: 'Export selected calls',
  description: 'Returns these calls with their reviews and notes as a file, without those that do not exist.',
  readOnly: true,
  roles,
  json: z.object({ ids: callIdsSchema, format: z.enum(callExportFormats) }),
  response: 'bytes',
  problems: ['no_workspace'],
});

export const listAssignees = defineRoute({
  ...common,
  id: 'listAssignees',
  method: 'get',
  path: '/assignees',
  summary: 'List the members to whom calls can be assigned',
  description: 'Returns the ID and the email of each member.',
  response: z.object({ data: z.array(z.object({ user_id: z.string(), email: z.string() })) }),
  problems: [],
});
