import * as z from 'zod';
import { callMetadataSchema } from '../calls/call-metadata.ts';
import { callOutcomeSchema } from '../calls/call-outcomes.ts';
import { authoredReviewSchema } from '../calls/call-review-fields.ts';
import { callRecordSchema } from '../calls/calls.ts';
import { followUpFieldsSchema } from '../calls/follow-ups.ts';
import { noteSchema } from '../calls/notes.ts';
import { scoreAnswers } from '../calls/score-answers.ts';
import { criterionSchema, decisionSchema } from '../calls/scorecards.ts';
import { limits } from '../contract/limits.ts';
import { roles } from '../contract/roles.ts';
import { defineRoute } from '../contract/route.ts';
import { savedItemSchema } from './saved-items.ts';

/** A later change has a higher position. An item that is changed again gets a new one. */
const position = z.int().min(1);
const call_id = z.string();

/** A call with the fields that the service specification does not have. */
const changedCallSchema = callRecordSchema
  .pick({
    agent_id: true,
    agent_version: true,
    recipient_number: true,
    simulated: true,
    practice: true,
    status: true,
    reason: true,
    duration_seconds: true,
    disposition: true,
    is_success: true,
    created_at: true,
    answered_at: true,
    ended_at: true,
  })
  .extend({ metadata: callMetadataSchema })
  .meta({ id: 'ChangedCall' });

const changeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('review'), position, call_id, review: authoredReviewSchema.nullable() }),
  z.object({ kind: z.literal('note'), position, call_id, note_id: z.string(), note: noteSchema.nullable() }),
  z.object({
    kind: z.literal('score'),
    position,
    call_id,
    criterion_id: z.string(),
    score: z.object({ answer: z.enum(scoreAnswers), decision: decisionSchema }).nullable(),
  }),
  z.object({
    kind: z.literal('outcome'),
    position,
    call_id,
    outcome: callOutcomeSchema.omit({ call_id: true, choices: true }).nullable(),
  }),
  z.object({
    kind: z.literal('follow_up'),
    position,
    call_id,
    follow_up: z.string(),
    content: followUpFieldsSchema.omit({ call_id: true, follow_up: true }).nullable(),
  }),
  z.object({
    kind: z.literal('criterion'),
    position,
    criterion_id: z.string(),
    criterion: criterionSchema
      .extend({ index: z.int().min(0).meta({ description: 'Its place among the criteria' }) })
      .nullable(),
  }),
  z.object({ kind: z.literal('saved_item'), position, saved_id: z.string(), item: savedItemSchema.nullable() }),
  z.object({ kind: z.literal('call'), position, call_id, call: changedCallSchema.nullable() }),
]);

export type Change = z.infer<typeof changeSchema>;

export const listChanges = defineRoute({
  id: 'listChanges',
  method: 'get',
  path: '/changes',
  summary: 'List changes of reviews, outcomes, follow-ups, notes, scorecards and saved views, or of calls',
  description:
    'Returns the items that changed after the position `since`, as they are now, the earliest change first. A deleted item is null. If there is no such position, returns all items. A call is listed when it is placed and when it ends. A page of large items has fewer than `limit`.',
  tag: 'Changes',
  roles,
  extension: true,
  query: z.object({
    of: z.enum(['work', 'calls']).default('work').meta({ description: 'Members’ work, or calls' }),
    limit: z.coerce.number().int().min(1).max(limits.pageSizeMax).default(limits.pageSize),
    since: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
    cursor: z.string().max(limits.cursorLength).optional(),
  }),
  status: 200,
  response: z.object({ data: z.array(changeSchema), next_cursor: z.string().nullable() }),
  problems: [],
});
