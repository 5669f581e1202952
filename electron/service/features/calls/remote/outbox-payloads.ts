// Public: other features may import this file.
import * as z from 'zod';
import { callMetadataSchema } from '../../../../../shared/calls/call-metadata.ts';
import { outcomeCorrectionSchema } from '../../../../../shared/calls/call-outcomes.ts';
import { reviewChangeSchema } from '../../../../../shared/calls/call-reviews.ts';
import { followUpChangeSchema } from '../../../../../shared/calls/follow-ups.ts';
import { scoreAnswers } from '../../../../../shared/calls/score-answers.ts';
import { createCriterion, updateCriterion } from '../../../../../shared/calls/scorecards.ts';
import { limits } from '../../../../../shared/contract/limits.ts';

// Without the senders, because the thread that checks backups reads the payloads, and starts faster with fewer modules.

/** The payload of a note's outbox item. The sender reads the note itself when it sends it. */
export const notePayloadSchema = z.object({
  call_id: z.string(),
  /** The entity tags that a deleted note may have on the remote; null unless it was deleted here. */
  deleted: z.array(z.string()).nullable(),
});

/** The payload of the outbox item of a follow-up. The call and the author have local IDs. */
export const followUpPayloadSchema = z.object({
  call_id: z.string(),
  follow_up: z.string(),
  change: followUpChangeSchema,
});

/** The payload of the outbox item of a correction. The call and the author have local IDs. */
export const correctionPayloadSchema = z.object({
  call_id: z.string(),
  correction: outcomeCorrectionSchema.required({ correction_id: true }),
});

/** The payload of the outbox item of reviews. The IDs are local. */
export const reviewPayloadSchema = z.object({
  call_ids: z.array(z.string()).max(limits.reviewedCallIds),
  change: reviewChangeSchema,
});

/** The payload of the outbox item of a score. The call and the reviewer have local IDs; the criterion has the same ID everywhere. */
export const scorePayloadSchema = z.object({
  call_id: z.string(),
  criterion_id: z.string(),
  answer: z.enum(scoreAnswers).nullable(),
  reviewer_id: z.string().nullable(),
});

/** The payload of the outbox item of a criterion: the request as the window sent it. */
export const criterionPayloadSchema = z.discriminatedUnion('request', [
  z.object({ request: z.literal('create'), json: createCriterion.json }),
  z.object({ request: z.literal('update'), json: updateCriterion.json }),
  z.object({ request: z.literal('delete') }),
]);

/** The payload of the outbox item of a call. */
export const placeCallPayloadSchema = z.object({
  /** The local ID. */
  agent_id: z.string(),
  recipient_number: z.string(),
  metadata: callMetadataSchema,
  /** When the remote's list was last read in full before the call was queued; null if it was not. */
  listReadAt: z.number().nullable().default(null),
});

export type PlaceCallPayload = z.output<typeof placeCallPayloadSchema>;
